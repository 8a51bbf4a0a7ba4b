"""The experiment over many data sets, and the page that says what came out: `python -m reproduce [FOLDER …]`."""
