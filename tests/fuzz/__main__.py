"""``python -m tests.fuzz [TARGET [SECONDS]]``: fuzzes what reads bytes from outside; without a target names them all.

Needs atheris (``.venv/bin/pip install atheris``), of which there are wheels for some versions of Python only. What it
finds is kept in the folder that it names; each find belongs into a test beside what it is about.
"""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp


def main(arguments: list[str]) -> int:
    try:
        atheris = import_module("atheris")
    except ImportError:
        sys.stderr.write("atheris is not installed: .venv/bin/pip install atheris\n")
        return 2
    # Before anything of the program is imported, which is then watched.
    with atheris.instrument_imports(include=["engine", "bot"]):
        targets = import_module("tests.fuzz.targets").TARGETS
    if not arguments or arguments[0] not in targets:
        sys.stdout.write("\n".join(f"{name}: {tried.__doc__}" for name, (tried, _) in targets.items()) + "\n")
        return 0 if not arguments else 2
    name, seconds = arguments[0], int(arguments[1]) if len(arguments) > 1 else 60
    tried, sound = targets[name]
    folder = Path(mkdtemp(prefix=f"harfiyen-fuzz-{name}-"))
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, data in enumerate(sound):
        (corpus / str(number)).write_bytes(data)
    sys.stderr.write(f"what is found is kept in {folder}\n")
    limits = (f"-max_total_time={seconds}", "-timeout=5", "-rss_limit_mb=2048", f"-artifact_prefix={folder}/")
    atheris.Setup([sys.argv[0], *limits, str(corpus)], tried)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
