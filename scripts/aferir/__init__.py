"""Aferir: a static site generator for lessons whose numbers are true.

lessons/<lang>/<slug>.md  -scan->  Lesson  -execute (cache)->  outputs and values
-values->  findings  -render->  Page  -markup, MkDocs->  HTML  -site->  a folder to publish
main.js  -cell, challenge->  runner  -protocol->  worker (Pyodide)  -interpreter, grader->  Verdict
Verdict + texts  -feedback->  what the reader reads; values pass by return, no state survives a build.
`build` is the only room that knows every stage, `mkdocs_plugin` the only one that imports mkdocs.
"""

__version__ = "0.1.0"
