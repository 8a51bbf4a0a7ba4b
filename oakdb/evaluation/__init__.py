"""The paper's experiment: learn on some items, decide on the others, and see what stopping early costs and gives."""

from oakdb.evaluation.design import Design
from oakdb.evaluation.finding import Evaluation, write_evaluation
from oakdb.evaluation.trials import evaluate

__all__ = ["Design", "Evaluation", "evaluate", "write_evaluation"]
