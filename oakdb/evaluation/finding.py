"""What came out, and the files it is written to."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from oakdb.notebook import as_html
from oakdb.report import write_evaluation_report

ESTIMATORS = {
    "oak": "OAK",
    "poak": "POAK",
    "poaki": "POAKi",
    "poak_irt": "POAK+IRT",
    "hoak": "HOAK",
    "dawid_skene": "Dawid-Skene",
    "one_coin": "One-Coin",
}


@dataclass(frozen=True)
class Evaluation:
    """What came out: facts, and a frame for each of the summary's relations."""

    data: dict[str, Any]
    settings: dict[str, Any]
    baseline: dict[str, float]
    results: pd.DataFrame
    curves: pd.DataFrame
    thresholds: pd.DataFrame
    calibration_cells: pd.DataFrame
    correlations: pd.DataFrame
    reliability: pd.DataFrame
    seconds: float
    cores: int

    def at_largest_share(self) -> pd.DataFrame:
        """The results that rest on the most items to learn from, as a table for people."""
        largest: pd.DataFrame = self.results[self.results["train_share"] == self.results["train_share"].max()]
        return largest.drop(columns=["aggregation", "train_share"])

    def _repr_html_(self) -> str:
        best = ("With the most items to learn from:", self.at_largest_share())
        return as_html("oakdb evaluate", self.data, [best])

    def as_records(self) -> dict[str, Any]:
        """The shape of results.json. What looks into the estimates is that of the largest training size only."""
        return {
            "data": self.data,
            "settings": self.settings,
            "baseline": self.baseline,
            "results": records(self.results),
            "curves": records(self.curves),
            "thresholds": records(self.thresholds),
            "calibration": records(_named(self.calibration_cells)),
            "correlations": records(_named(self.correlations)),
            "reliability": records(_named(self.reliability)),
            "seconds": round(self.seconds, 1),
            "cores": self.cores,
        }


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    last: pd.DataFrame = frame[frame["train_share"] == frame["train_share"].max()]
    return last.assign(estimator=last["estimator"].map(ESTIMATORS)).rename(columns={"estimator": "method"})


def write_evaluation(evaluation: Evaluation, folder: Path, pictures: str | None = None) -> list[Path]:
    """results.json, curves.csv and report.html, and each chart as a picture where asked for."""
    results, curves, report = folder / "results.json", folder / "curves.csv", folder / "report.html"
    found = evaluation.as_records()
    results.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    evaluation.curves.to_csv(curves, index=False)
    write_evaluation_report(found, report, pictures)
    return [results, curves, report]


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as plain values; what is not a number is null."""
    rows: list[dict[str, Any]] = json.loads(frame.to_json(orient="records", double_precision=15))
    return rows
