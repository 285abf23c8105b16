"""The dashboard and the alert rules name metrics that a server has."""

import json
import random
import re
import subprocess
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml

from tests.deploy.files import DEPLOY, program
from tests.server.live_tables import until
from tests.server.measured import measured
from tests.server.table import ALONE, QUICKLY

METRIC = re.compile(r"\b((?:pegout|process)_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)(=~|!~|!=|=)"([^"]*)"')
GROUPED = re.compile(r"\bby \(([^)]*)\)")
#: The labels that Prometheus adds.
ADDED = {"instance", "job"}


def rules() -> Iterator[Mapping[str, Any]]:
    for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]:
        yield from group["rules"]


def panels() -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    return found


def expressions() -> list[str]:
    of_alerts = [rule["expr"] for rule in rules()]
    return of_alerts + [target["expr"] for panel in panels() for target in panel["targets"]]


@pytest.fixture
async def labels() -> Mapping[str, Mapping[str, set[str]]]:
    """Return the values of each label of each metric, of a server with a game and refusals."""
    async with measured() as here:
        code, tokens = await here.home.table(ALONE, **QUICKLY)
        async with here.home.sit(code, tokens[0]) as ann:
            await ann.play(random.Random(1))
        await here.home.get("/api/nothing")
        await until(lambda: not here.home.tables.connections)
        found: dict[str, dict[str, set[str]]] = {}
        for sample in await here.samples():
            of_metric = found.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                of_metric.setdefault(label, set()).add(value)
    return found


async def test_every_metric_that_is_named_exists(
    labels: Mapping[str, Mapping[str, set[str]]],
) -> None:
    named = [(found, text) for text in expressions() for found in METRIC.finditer(text)]
    assert len(named) > 25
    for found, text in named:
        metric, matchers = found.groups()
        assert metric in labels, f"no server has {metric}: {text}"
        known = labels[metric]
        for label, how, value in MATCHER.findall(matchers or ""):
            assert label in known.keys() | ADDED, f"{metric} has no label {label}: {text}"
            if how == "=" and label in known:
                assert value in known[label], f"{label} is never {value}: {text}"
    for text in expressions():
        metrics = {found[1] for found in METRIC.finditer(text)}
        grouped = {word.strip() for found in GROUPED.findall(text) for word in found.split(",")}
        everywhere = {label for metric in metrics for label in labels[metric]}
        assert grouped <= everywhere | ADDED, text


async def test_every_metric_is_on_the_dashboard_and_in_the_manual(
    labels: Mapping[str, Mapping[str, set[str]]],
) -> None:
    shown = " ".join([target["expr"] for panel in panels() for target in panel["targets"]])
    families = {
        re.sub("_(total|bucket|count|sum|created)$", "", name)
        for name in labels
        if name.startswith("pegout_")
    }
    assert len(families) > 10
    assert {name for name in families if name not in shown} == {"pegout_stopping"}
    manual = (DEPLOY.parent / "docs" / "hosting.md").read_text("utf-8")
    assert {name for name in families if f"`{name}" not in manual} == set()


def test_an_alert_says_what_has_happened_and_what_to_do() -> None:
    found = list(rules())
    assert len({rule["alert"] for rule in found}) == len(found)
    for rule in found:
        assert rule["labels"]["severity"] in ("critical", "warning"), rule
        assert rule["annotations"].keys() == {"summary", "action"}, rule
    assert any(
        rule["expr"].startswith("max by (instance, code) (pegout_database") for rule in found
    )


def test_prometheus_accepts_the_rules_and_its_own_file() -> None:
    promtool = program("promtool", "prometheus")
    for words in (("rules", "alerts.yaml"), ("config", "prometheus.yaml")):
        command = [promtool, "check", *words]
        done = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_dashboard_is_one_that_grafana_imports() -> None:
    board = json.loads((DEPLOY / "dashboard.json").read_text())
    assert board["schemaVersion"] >= 39
    assert len({panel["id"] for panel in panels()}) == len(panels())
    assert [variable["name"] for variable in board["templating"]["list"]] == ["source", "instance"]
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells
