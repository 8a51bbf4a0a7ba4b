"""Reports in a real browser: every chart drawn, nothing fetched, and nothing from the data is run."""

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import oakdb
from fixtures.topics import topics
from oakdb.cli import main
from oakdb.report import write_evaluation_report, write_task_report
from oakdb.report.evaluation import parity_points
from oakdb.report.look import shown_names
from oakdb.report.page import script

HOSTILE = (
    "<script>alert(1)</script>",
    '"}]</script><img src=x onerror=alert(2)>',
    "{{ 7*7 }}",
    "\u202eright to left\u200f",
    "' + alert(3) + '",
    "nul\x00 and \x1b[31mred\x1b[0m\x07 \x85\x9b",
    "line\r\nbreak\u2028and\u2029tab\t",
    "\u2066isolated\u2069\u061c\ufeff\u200b",
)
LONG = "long <b>" * 125_000
EVALUATION_CHARTS = {
    "cost_accuracy", "threshold", "training_size", "variants", "estimated_actual", "reliability",
}  # fmt: skip
TASK_CHARTS = {"decisions", "accuracy", "workers", "worker_types", "calibration"}
MARKS = ".mark-symbol.role-mark path, .mark-line.role-mark path, .mark-rect.role-mark path, .mark-rule.role-mark line"


# ------------------------------------------------------------------------------------------------------- the browser


def chromium() -> str | None:
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    executable = chromium()
    if executable is None:
        reason = "reports are looked at in Chromium: apt-get install chromium"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        started = playwright.chromium.launch(executable_path=executable, args=options)
        yield started
        started.close()


@dataclass
class Seen:
    """A report as opened, with all that the browser complained of or asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def charts(self) -> dict[str, int]:
        """The number of marks in each chart."""
        found = self.page.query_selector_all("[data-chart]")
        return {str(chart.get_attribute("data-chart")): len(chart.query_selector_all(MARKS)) for chart in found}


@contextlib.contextmanager
def opened(browser: Browser, path: Path) -> Iterator[Seen]:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    seen = Seen(page)
    page.on("console", lambda message: seen.complaints.append(message.text))
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    page.on("dialog", lambda dialog: (seen.complaints.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: seen.requests.append(request.url))
    page.goto(path.as_uri())
    for chart in page.query_selector_all("[data-chart]"):
        chart.wait_for_selector("svg")
    yield seen
    assert seen.complaints == []
    assert seen.requests == [path.as_uri()]
    page.close()


def check_plain(seen: Seen, path: Path) -> None:
    """What a reader sees, and what charts are made of, has no control characters, no marks of direction and an end."""
    texts = seen.page.locator("text").all_text_contents()
    shown = "".join([seen.page.inner_text("body"), seen.page.title(), *texts]).replace("\n", "").replace("\t", "")
    assert [character for character in shown if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")] == []
    assert all(len(text) < 100 for text in texts)
    content = path.read_text(encoding="utf-8").replace(script(), "")
    assert "long <b>" not in content
    assert len(content) < 500_000
    marks = "\x00", "\x1b", "\u202e", "\u2066", "\u2028"
    assert not [mark for mark in marks if mark in content or json.dumps(mark)[1:-1] in content]


# ------------------------------------------------------------------------------------------------- the evaluation's


def evaluation_results(types: tuple[str, ...] = tuple("abcdefghijk"), truth: str = "given") -> dict[str, Any]:
    """The shape of results.json with invented numbers: every method, two weights, two ways of learning."""
    learned = ("POAK-Weight", "OAK-Weight", "HOAK-Weight", "POAK-BAU")
    results, curves, thresholds = [], [], []
    variants = [
        (method, "bau" if method.endswith("BAU") else "weighted", weights, calibrated, audit_weight)
        for method, weights, (calibrated, audit_weight) in itertools.product(
            learned, ("linear", "cubed"), ((True, 0), (True, 2), (False, 0))
        )
        if weights == "linear" or not method.endswith("BAU")
    ]
    variants += [("SAD", "sad", "uniform", False, 0), ("Uniform", "weighted", "uniform", False, 0)]
    for place, (method, aggregation, weights, calibrated, audit_weight) in enumerate(variants):
        is_learned = method in learned
        gain = 0.0 if method == "Uniform" else 0.002 * (place % 9 + 1)
        key = {"method": method, "aggregation": aggregation, "weights": weights}
        key |= {"calibrated": calibrated, "audit_weight": audit_weight}
        for share in (0.1, 0.7):
            rauc = 100 * gain * share
            at_share = {**key, "train_share": share}
            known = {"correlation": 0.5 + gain, "ece": 0.02} if is_learned else {"correlation": None, "ece": None}
            measured = {"rauc_mean": rauc, "rauc_low": rauc - 0.2, "rauc_high": rauc + 0.2, "accuracy_all": 0.9 + gain}
            results.append({**at_share, **measured, "saving_at_parity": 0.3 if gain else None, **known})
            for step in range(51):
                cost = 1 / 3 + step / 75
                uniform = 0.8 + 0.15 * (cost - 1 / 3)
                at_cost = {"cost": cost, "accuracy": uniform + gain * (1.05 - cost), "uniform_accuracy": uniform}
                curves.append({**at_share, **at_cost})
            for step in range(101) if is_learned else ():
                at_threshold = {
                    "threshold": step / 100,
                    "cost": 1 / 3 + step / 150,
                    "accuracy": 0.8 + gain + step / 1000,
                }
                thresholds.append({**at_share, **at_threshold})
    estimators = [
        {"method": name, "calibrated": calibrated, "audit_weight": 0, "train_share": 0.7}
        for name in ("OAK", "POAK")
        for calibrated in (True, False)
    ]
    calibration = [
        {**key, "worker_id": f"w{worker}", "label_type": name, "n_labels": 30 - 2 * at}
        | {"estimated": 0.6 + 0.03 * worker, "actual": 0.55 + 0.04 * worker - 0.01 * at}
        for key in estimators
        for worker in range(8)
        for at, name in enumerate(types)
    ]
    return {
        "data": {"annotations": "labels.parquet", "kind": "boxes", "n_items": 500, "n_labels": 1500, "n_workers": 8}
        | {"n_truths": 500, "n_rejected": 0, "truth": truth},
        "settings": {"trials": 10, "train_share": [0.1, 0.7], "audit_share": 0.2, "labels_per_item": 3, "seed": 0},
        "baseline": {"accuracy_one": 0.8, "accuracy_all": 0.9, "cost_one": 1 / 3},
        "results": results,
        "curves": curves,
        "thresholds": thresholds,
        "calibration": calibration,
        "correlations": [
            {**key, "label_type": name, "n_cells": 8, "correlation": 0.9 if name == "*all*" else None}
            for key in estimators
            for name in ("*all*", *types)
        ],
        "reliability": [
            {**key, "bin": part, "n_labels": 100, "estimated": part / 10 - 0.02, "actual": part / 10 - 0.05}
            for key in estimators
            for part in range(1, 11)
        ],
        "seconds": 12.3,
        "cores": 2,
    }  # fmt: skip


def numbers(page: Page, chart: str) -> Locator:
    """The large numbers in a chart."""
    return page.locator(f"[data-chart={chart}] .mark-text.role-mark text")


def test_an_evaluation_is_drawn(browser: Browser, tmp_path: Path) -> None:
    write_evaluation_report(evaluation_results(), tmp_path / "report.html")
    with opened(browser, tmp_path / "report.html") as seen:
        charts = seen.charts()
        assert set(charts) == EVALUATION_CHARTS
        assert min(charts.values()) >= 2
        assert seen.page.query_selector(".notice") is None
        assert "POAK-Weight" in seen.page.inner_text("body")
        expect(numbers(seen.page, "reliability")).to_have_text(["ECE 0.030"])


def test_what_the_command_found_is_drawn(browser: Browser, tmp_path: Path) -> None:
    data = topics(n_items=120, n_workers=10, seed=2)
    data.annotations.to_parquet(tmp_path / "labels.parquet")
    data.truth.to_parquet(tmp_path / "truth.parquet")
    files = [str(tmp_path / "labels.parquet"), "--truth", str(tmp_path / "truth.parquet"), "--kind", "set"]
    assert main(["evaluate", *files, "--out", str(tmp_path), "--trials", "2", "--weights", "linear,cubed"]) == 0
    with opened(browser, tmp_path / "report.html") as seen:
        charts = seen.charts()
        assert set(charts) == EVALUATION_CHARTS
        assert min(charts.values()) >= 2
        chart = seen.page.locator("[data-chart=threshold]")
        cost = numbers(seen.page, "threshold").first
        before = str(cost.text_content())
        chart.locator("input[type=range]").first.fill("0.3")
        expect(cost).not_to_have_text(before)


def test_the_slider_moves_point_and_numbers(browser: Browser, tmp_path: Path) -> None:
    write_evaluation_report(evaluation_results(), tmp_path / "report.html")
    with opened(browser, tmp_path / "report.html") as seen:
        chart = seen.page.locator("[data-chart=threshold]")
        shown, point = numbers(seen.page, "threshold"), chart.locator(".mark-symbol.role-mark path")
        expect(shown).to_have_text(["cost 93.3%", "accuracy 90.8%"])
        before = str(point.get_attribute("transform"))
        chart.locator("input[type=range]").fill("0.29")
        expect(shown).to_have_text(["cost 52.7%", "accuracy 84.7%"])
        expect(point).not_to_have_attribute("transform", before)


def test_the_menu_changes_the_variant(browser: Browser, tmp_path: Path) -> None:
    write_evaluation_report(evaluation_results(), tmp_path / "report.html")
    with opened(browser, tmp_path / "report.html") as seen:
        menu = seen.page.locator("[data-chart=cost_accuracy] select")
        expect(menu.locator("option")).to_have_count(6)
        curves = seen.page.locator("[data-chart=cost_accuracy] .mark-line.role-mark path")
        expect(curves).to_have_count(6)  # four learned methods, SAD in every variant, Uniform
        before = str(curves.first.get_attribute("d"))
        menu.select_option(index=3)
        expect(curves.first).not_to_have_attribute("d", before)
        expect(curves).to_have_count(6)


def test_an_evaluation_without_estimates_says_so(browser: Browser, tmp_path: Path) -> None:
    results = evaluation_results() | {"thresholds": [], "calibration": [], "correlations": [], "reliability": []}
    for name in ("results", "curves"):
        results[name] = [row for row in results[name] if row["method"] in ("SAD", "Uniform")]
    write_evaluation_report(results, tmp_path / "report.html")
    with opened(browser, tmp_path / "report.html") as seen:
        assert set(seen.charts()) == {"cost_accuracy", "training_size", "variants"}
        assert seen.page.inner_text("body").count("None of the methods estimates how accurate a label is.") == 3
        assert seen.page.query_selector("select") is None


def test_a_truth_that_was_stood_in_for_is_said_first(tmp_path: Path) -> None:
    write_evaluation_report(evaluation_results(truth="aggregate of all labels"), tmp_path / "report.html")
    notice = re.search(r'<p class="notice"[^>]*>(.*?)</p>', (tmp_path / "report.html").read_text(encoding="utf-8"))
    assert notice is not None
    assert "the aggregate of all labels stands in for it" in notice.group(1)


def test_hostile_text_in_an_evaluation_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    results = evaluation_results((*HOSTILE, LONG))
    results["data"]["annotations"] = HOSTILE[0]
    results["settings"]["partition"] = HOSTILE[1]
    write_evaluation_report(results, tmp_path / "report.html")
    with opened(browser, tmp_path / "report.html") as seen:
        shown = seen.page.inner_text("body")
        assert HOSTILE[0] in seen.page.inner_text("h1")
        assert HOSTILE[1] in shown
        assert HOSTILE[2] in shown
        check_plain(seen, tmp_path / "report.html")
        assert min(seen.charts().values()) >= 2


# --------------------------------------------------------------------------------------------------------- the task's


def test_a_task_is_drawn(browser: Browser, tmp_path: Path) -> None:
    data = topics(200, 4)
    task = oakdb.run(data.annotations, data.audits, "set")
    write_task_report(task, tmp_path / "task.html")
    with opened(browser, tmp_path / "task.html") as seen:
        charts = seen.charts()
        assert set(charts) == TASK_CHARTS
        assert min(charts.values()) >= 2
        shown = seen.page.inner_text("body")
        n_workers = len(task.workers.dropna(subset="estimated_accuracy"))
        assert f"Shown are the 25 weakest and the 25 strongest of {n_workers}." in shown
        assert len(seen.page.query_selector_all("[data-chart=workers] .mark-symbol.role-mark path")) == 50
        assert "None: every row of the input was used." in shown


def test_hostile_text_in_a_task_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    rows = [
        {"item_id": f"{name} {item}", "worker_id": worker, "label": HOSTILE[(at + (item == place)) % len(HOSTILE)]}
        for at, name in enumerate(HOSTILE)
        for item in range(4)
        for place, worker in enumerate(HOSTILE)
    ]
    audits = [{"item_id": f"{name} {item}", "label": name} for name in HOSTILE for item in range(3)]
    rows.append({"item_id": None, "worker_id": HOSTILE[0], "label": HOSTILE[1]})
    rows += [{"item_id": LONG, "worker_id": worker, "label": LONG} for worker in (*HOSTILE[:3], LONG)]
    task = oakdb.run(pd.DataFrame(rows), pd.DataFrame(audits), schema=HOSTILE[0], threshold=0.999)
    write_task_report(task, tmp_path / "task.html")
    with opened(browser, tmp_path / "task.html") as seen:
        assert set(seen.charts()) == TASK_CHARTS
        assert HOSTILE[0] in seen.page.inner_text("h1")
        shown = seen.page.inner_text("body")
        assert "item is missing" in shown
        names = " ".join(seen.page.locator("[data-chart=workers] text").all_text_contents())
        for name in HOSTILE[:3]:
            assert f"{name} 3" in shown
            assert name[:20] in names  # an axis cuts long names
        check_plain(seen, tmp_path / "task.html")
        tooltips = set()
        for point in seen.page.locator("[data-chart=workers] .mark-symbol.role-mark path").all():
            point.hover()
            tooltips.add(seen.page.inner_text("#vg-tooltip-element .value >> nth=0"))
        assert set(HOSTILE[:3]) <= tooltips


def test_a_task_of_one_worker_says_that_nothing_is_known(browser: Browser, tmp_path: Path) -> None:
    task = oakdb.run(pd.DataFrame({"item_id": ["1", "2"], "worker_id": ["a", "a"], "label": ["x", "y"]}))
    write_task_report(task, tmp_path / "task.html")
    with opened(browser, tmp_path / "task.html") as seen:
        assert set(seen.charts()) == {"decisions"}
        shown = seen.page.inner_text("body")
        assert "No worker has an estimate yet" in shown
        assert "Nothing was audited" in shown


# ------------------------------------------------------------------------------------------------ without a browser


def test_names_that_look_alike_stay_apart() -> None:
    names = shown_names(["a", "x" * 70, "x" * 71])
    assert names["a"] == "a"
    assert len(set(names.values())) == 3


def test_parity_is_the_least_cost_at_which_uniform_is_reached() -> None:
    curves = [
        ("early", (0.8, 0.9, 1.0)),
        ("between", (0.6, 0.8, 1.0)),
        ("at once", (0.95, 1, 1)),
        ("never", (0, 0, 0.8)),
    ]
    rows = [
        {"method": method, "cost": cost, "accuracy": accuracy, "uniform_accuracy": uniform, "variants": [0]}
        for method, accuracies in curves
        for cost, accuracy, uniform in zip((0.4, 0.6, 1.0), accuracies, (0.5, 0.7, 0.9), strict=True)
    ]
    points = parity_points(pd.DataFrame(rows)).set_index("method")["cost"].to_dict()
    assert points == pytest.approx({"early": 0.6, "between": 0.8, "at once": 0.4})


@pytest.mark.parametrize(("pictures", "start"), [("png", b"\x89PNG"), ("svg", b"<svg")])
def test_pictures_lie_beside_the_report(
    pictures: str, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = topics(50, 4)
    oakdb.run(data.annotations, data.audits, "set", db=tmp_path / "task.duckdb").con.close()
    out = tmp_path / "task.html"
    assert main(["report", "--db", str(tmp_path / "task.duckdb"), "--out", str(out), "--pictures", pictures]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert {path.name for path in tmp_path.glob(f"*.{pictures}")} == {f"task_{name}.{pictures}" for name in TASK_CHARTS}
    assert all(path.read_bytes().startswith(start) for path in tmp_path.glob(f"*.{pictures}"))


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = pd.DataFrame({"item_id": ["1", "1"], "worker_id": ["a", "b"], "label": ["x", "x"]})
    oakdb.run(frame, db=tmp_path / "task.duckdb").con.close()
    db = ["report", "--db", str(tmp_path / "task.duckdb")]
    assert main([*db, "--out", str(tmp_path / "nowhere/task.html")]) == 1
    assert "cannot be written (No such file or directory); check the folder" in capsys.readouterr().err
    assert main([*db, "--out", str(tmp_path / "task.html"), "--schema", "other"]) == 1
    assert "schema other: there is no relation" in capsys.readouterr().err
    assert main(["report", "--db", str(tmp_path / "none.duckdb"), "--out", str(tmp_path / "task.html")]) == 1
    assert "there is no such database" in capsys.readouterr().err


def test_what_draws_is_loaded_only_for_a_report() -> None:
    check = "import sys, oakdb.cli, oakdb.report; sys.exit('altair' in sys.modules or 'vl_convert' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)
