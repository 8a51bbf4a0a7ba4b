"""Reports: one HTML file each, with everything in it. What they are drawn with is loaded when one is written."""

from pathlib import Path
from typing import Any

from oakdb.planning import Plan
from oakdb.results import Results
from oakdb.simulation import Simulation


def write_task_report(task: Results, path: Path, pictures: str | None = None) -> None:
    """How a labelling task stands: workers, types, decisions, calibration, rows left out.

    With `pictures`, `png` or `svg`, every chart is also a file of its own beside the report.
    """
    from oakdb.report.page import write  # noqa: PLC0415
    from oakdb.report.task import task_page  # noqa: PLC0415

    write(task_page(task), path, pictures)


def write_evaluation_report(results: dict[str, Any], path: Path, pictures: str | None = None) -> None:
    """How the methods compare on data whose truth is known: what `results.json` says, drawn.

    With `pictures`, `png` or `svg`, every chart is also a file of its own beside the report.
    """
    from oakdb.report.evaluation import evaluation_page  # noqa: PLC0415
    from oakdb.report.page import write  # noqa: PLC0415

    write(evaluation_page(results), path, pictures)


def write_plan_report(plan: Plan, path: Path, pictures: str | None = None) -> None:
    """All policies that were tried, and the one that was chosen; pictures as above."""
    from oakdb.report.page import write  # noqa: PLC0415
    from oakdb.report.plan import plan_page  # noqa: PLC0415

    write(plan_page(plan.summary, plan.frontier, plan.outcomes), path, pictures)


def write_simulation_report(simulation: Simulation, path: Path, pictures: str | None = None) -> None:
    """Cost and accuracy over time; pictures as above."""
    from oakdb.report.page import write  # noqa: PLC0415
    from oakdb.report.simulation import simulation_page  # noqa: PLC0415

    write(simulation_page(simulation.timeline, simulation.in_the_end()), path, pictures)
