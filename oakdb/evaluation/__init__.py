"""The paper's experiment: learn on some items, decide on the others, and see what stopping early costs and gives."""
