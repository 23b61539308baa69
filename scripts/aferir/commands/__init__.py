"""The commands of ``aferir``: each in a module of its name, which `aferir.__main__` loads when it is asked for."""
