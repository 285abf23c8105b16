"""nginx and Caddy with the configurations of `deploy/`, in front of two servers."""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import connect

from tests.deploy.files import DEPLOY, program
from tests.server.table import Player
from tests.serving import PATIENCE, Answer, Server, order

NAME: Final = "cribbage.example"
#: The kinds of proxies: the programs and packages of this name.
KINDS: Final = ("nginx", "caddy")
#: What goes around the configuration for nginx: what the system has in a file of its own.
_NGINX: Final = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/pegout.conf;
}}
"""
#: What comes before the configuration for Caddy: certificates without an authority elsewhere.
_CADDY: Final = """{{
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
}}
import {file}
"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class Site:
    """A site behind a proxy, as a browser reaches it: by TLS, under its name."""

    def __init__(self, port: int, servers: list[Server], log: Path) -> None:
        self.port = port
        self.servers = servers
        self.log = log
        self.tls = ssl.create_default_context()
        self.tls.check_hostname = False
        self.tls.verify_mode = ssl.CERT_NONE

    def line(self) -> http.client.HTTPConnection:
        """Return a connection."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.tls.wrap_socket(raw, server_hostname=NAME)
        return connection

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = self.line()
        try:
            sent = dict(headers or {})
            if body is not None:
                body = body if isinstance(body, bytes) else json.dumps(body).encode()
                sent.setdefault("Content-Type", "application/json")
                sent.setdefault("Origin", f"https://{NAME}")
            # What refuses a long body may answer before it is sent.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(), answer.headers)
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def table(self, seats: list[tuple[str, str]], **more: Any) -> tuple[str, list[str]]:
        """Make a table for persons, and take its seats; return its code and the tokens."""
        answer = self.ask("POST", "/api/tables", order(seats, **more))
        assert answer.status == 201, answer.text
        code, tokens = answer.json["code"], [seat["token"] for seat in answer.json["seats"]]
        for name, kind in seats:
            if kind == "open":
                joined = self.ask("POST", f"/api/tables/{code}/join", {"name": name})
                tokens.append(joined.json["token"])
        return code, tokens

    @asynccontextmanager
    async def sit(self, code: str, token: str = "") -> AsyncIterator[Player]:
        url = f"wss://{NAME}/api/tables/{code}/socket"
        async with connect(url, host="127.0.0.1", port=self.port, ssl=self.tls, proxy=None) as line:
            player = Player(line)
            await player.send(type="hello", version=2, token=token, language="en", since=0)
            player.welcome = await player.until("welcome")
            player.seat = player.welcome["seat"]
            await player.until("position", "events")
            yield player


@contextmanager
def behind(
    kind: str,
    database: str,
    folder: Path,
    options: tuple[str, ...] = (),
    changed: dict[str, str] | None = None,
) -> Iterator[Site]:
    """Run two servers on one database, and a proxy before them.

    Args:
        kind: one of ``KINDS``.
        database: the URL of the database.
        folder: an empty folder for what they write.
        options: further options of the servers.
        changed: texts of the configuration that have another value.
    """
    path = program(kind, kind)
    options = ("--proxy", "--public-url", f"https://{NAME}", "--log", "json", *options)
    servers = [
        Server(database, folder / f"server{number}", options=(*options, "--log-requests"))
        for number in range(2)
    ]
    port = free_port()
    try:
        for server in servers:
            server.port = free_port()
            server.start()
        start = _start_nginx if kind == "nginx" else _start_caddy
        process = start(path, port, servers, folder, changed or {})
        try:
            site = Site(port, servers, folder / "proxy.log")
            _await(site, process)
            yield site
        finally:
            process.terminate()
            process.wait(PATIENCE)
    finally:
        for server in servers:
            server.kill()


def _await(site: Site, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, site.log.read_text()
        assert time.monotonic() < end, site.log.read_text()
        with suppress(OSError, http.client.HTTPException):
            if site.get("/readyz").status == 200:
                return
        time.sleep(0.05)


def _start_nginx(
    path: str, port: int, servers: list[Server], folder: Path, changed: dict[str, str]
) -> subprocess.Popen[bytes]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-subj", f"/CN={NAME}", "-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    text = (DEPLOY / "nginx.conf").read_text()
    here = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/ssl/cribbage.example.pem": str(certificate),
        "/etc/ssl/private/cribbage.example.key": str(key),
        "/var/log/nginx/pegout.log": str(folder / "proxy.log"),
        "127.0.0.1:8131": f"127.0.0.1:{servers[0].port}",
        "127.0.0.1:8132": f"127.0.0.1:{servers[1].port}",
        **changed,
    }
    for there, own in here.items():
        assert there in text, there
        text = text.replace(there, own)
    (folder / "pegout.conf").write_text(text)
    # Root gives its workers another user, who cannot write to the folder of a test.
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, user=user))
    return subprocess.Popen([path, "-e", str(folder / "error.log"), "-c", folder / "nginx.conf"])


def _start_caddy(
    path: str, port: int, servers: list[Server], folder: Path, changed: dict[str, str]
) -> subprocess.Popen[bytes]:
    assert not changed
    (folder / "Caddyfile").write_text(_CADDY.format(file=DEPLOY / "Caddyfile"))
    environment = {
        **os.environ,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "PEGOUT_SITE": f"https://{NAME}:{port}",
        "PEGOUT_SERVERS": " ".join([f"127.0.0.1:{server.port}" for server in servers]),
    }
    with (folder / "proxy.log").open("wb") as log:
        return subprocess.Popen(
            [path, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
            env=environment,
            stdout=log,
            stderr=log,
        )
