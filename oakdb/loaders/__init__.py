"""The formats of labelling tools, one module each.

`read` gives the records and answers of a file; `TAKES` says which columns or fields the user may choose.
"""
