"""The compose file: what it names exists, and the program accepts its commands."""

import re
from typing import Any

import pytest
import yaml

from pegout.cli.serve import PORT
from tests.deploy.files import DEPLOY, parsed

VARIABLE = re.compile(r"\$\{(\w+)[^}]*\}")
SERVERS = ("server1", "server2")


@pytest.fixture
def compose() -> dict[str, Any]:
    text = (DEPLOY / "compose.yaml").read_text()
    assert set(VARIABLE.findall(text)) == {"PEGOUT_HOST", "POSTGRES_PASSWORD"}
    found: dict[str, Any] = yaml.safe_load(VARIABLE.sub("cribbage.example", text))
    return found


def test_every_service_and_volume_that_is_named_exists(compose: dict[str, Any]) -> None:
    services, volumes = compose["services"], set()
    for name, service in services.items():
        assert service.get("depends_on", {}).keys() <= services.keys(), name
        for awaited, how in service.get("depends_on", {}).items():
            healthy = "healthcheck" in services[awaited] or awaited in SERVERS
            assert healthy or how["condition"] != "service_healthy", name
        for volume in service.get("volumes", []):
            source, target, *_ = volume.split(":")
            assert target.startswith("/")
            if source.startswith("."):
                assert (DEPLOY / source).is_file(), volume
            else:
                volumes.add(source)
    assert volumes == compose["volumes"].keys()
    build = services["server1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_the_program_accepts_the_command_of_a_server(compose: dict[str, Any]) -> None:
    for name in SERVERS:
        options = parsed(compose["services"][name]["command"])
        assert (options["host"], options["port"], options["proxy"]) == ("0.0.0.0", PORT, True)
        assert options["public_url"] == "https://cribbage.example"
        assert options["metrics"] == ("0.0.0.0", 9131)


def test_the_proxy_and_prometheus_know_the_servers(compose: dict[str, Any]) -> None:
    upstreams = compose["services"]["proxy"]["environment"]["PEGOUT_SERVERS"].split()
    assert upstreams == [f"{name}:{PORT}" for name in SERVERS]
    watched = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text())
    (job,) = watched["scrape_configs"]
    assert job["job_name"] == "pegout"
    assert job["static_configs"][0]["targets"] == [f"{name}:9131" for name in SERVERS]
    assert all((DEPLOY / name).is_file() for name in watched["rule_files"])


def test_a_server_has_no_rights_and_no_port_of_the_machine(compose: dict[str, Any]) -> None:
    for name in SERVERS:
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in service
        assert "volumes" not in service
        # It stops within ten seconds.
        assert int(service["stop_grace_period"].removesuffix("s")) > 10
