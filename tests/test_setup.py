"""What a fresh clone relies on: pinned versions, no package host, settings explained, an environment made."""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.config import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11.2", "3.12.3", "3.13.5", "3.14.0")
MACHINES = ("x86_64", "aarch64")
BINARY = {".dawg", ".otf", ".png", ".whl"}


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def project() -> dict[str, list[str]]:
    """The requirements of the project by extra, and those of its build under `build`."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        "": content["project"]["dependencies"],
        **content["project"]["optional-dependencies"],
        "build": content["build-system"]["requires"],
    }


def wanted_somewhere(requirement: Requirement, extras: set[str]) -> bool:
    """Whether any Python and machine that is served needs this requirement."""
    if requirement.marker is None:
        return True
    return any(
        requirement.marker.evaluate(
            {
                "extra": extra,
                "python_full_version": python,
                "python_version": ".".join(python.split(".")[:2]),
                "platform_machine": machine,
                "sys_platform": "linux",
                "platform_system": "Linux",
                "os_name": "posix",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }
        )
        for python in PYTHONS
        for machine in MACHINES
        for extra in extras or {""}
    )


def every_requirement() -> set[str]:
    """The names of all packages that an installation with every extra can need, as far as they are installed."""
    found: set[str] = set()
    waiting = [Requirement(text) for texts in project().values() for text in texts]
    done: set[str] = set()
    while waiting:
        requirement = waiting.pop()
        found.add(canonicalize_name(requirement.name))
        if str(requirement) in done:
            continue
        done.add(str(requirement))
        try:
            further = [Requirement(text) for text in requires(requirement.name) or []]
        except PackageNotFoundError:
            continue
        waiting += [one for one in further if wanted_somewhere(one, requirement.extras | {""})]
    return found


def test_every_package_that_can_be_needed_has_its_version_pinned() -> None:
    assert every_requirement() - set(pins()) == set()


def test_constraints_are_plain_names_and_versions_in_order() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert [line for line in pinned if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    assert [line.split("==")[0] for line in pinned] == sorted(pins())


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository, and none that merely lies there."""
    for name in tracked(ROOT):
        path = ROOT / name
        if path.suffix not in BINARY and path != Path(__file__) and path.is_file():
            yield name, path.read_bytes().decode("utf-8", "replace")


def tracked(folder: Path) -> list[str]:
    """The files that git keeps in a folder, whoever owns it; a tree without a history is taken as it lies."""
    git = shutil.which("git")
    if git is None or not (folder / ".git").exists():
        return list(lying(folder))
    command = [git, "-c", "safe.directory=*", "-C", str(folder), "ls-files", "-z"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return [name for name in listed.split("\0") if name]


def lying(root: Path) -> Iterator[str]:
    """The files of a folder but those that are to be ignored."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()] + [".git"]
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not any(fnmatch(name, pattern) for pattern in ignored)]
        for name in files:
            if not any(fnmatch(name, pattern) for pattern in ignored):
                yield str(Path(folder, name).relative_to(root))


def test_what_merely_lies_in_a_checkout_is_not_looked_at(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("there is no git")
    (tmp_path / "kept.txt").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "aşçı.txt").touch()
    for arguments in (("init", "-q"), ("add", "kept.txt", "aşçı.txt")):
        subprocess.run([git, "-C", str(tmp_path), *arguments], check=True)
    assert sorted(tracked(tmp_path)) == ["aşçı.txt", "kept.txt"]
    assert {"Makefile", "bot/cli.py"} <= set(tracked(ROOT)) & set(lying(ROOT))


@pytest.mark.parametrize(
    "pattern",
    [r"pypi\.(org|python)", r"pythonhosted\.org", r"registry\.npmjs", r"(--extra)?-?index-url", r"find-links"],
)
def test_no_file_names_a_host_of_packages(pattern: str) -> None:
    assert [name for name, text in texts() if re.search(pattern, text, re.IGNORECASE)] == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    pattern = re.compile(r"(?<![\w.*/])/(home|root|work|Users)/")
    assert [name for name, text in texts() if pattern.search(text)] == []


def test_the_example_explains_exactly_the_settings_there_are_and_sets_none() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [f"{name}=" for name in SETTINGS]


def test_make_check_calls_every_tool() -> None:
    recipe = (ROOT / "Makefile").read_text("utf-8").split("\ncheck:")[1].split("\n\n")[0]
    for tool in ("ruff check .", "ruff format --check .", "/mypy", "/lint-imports", "-m bot.texts check"):
        assert tool in recipe


def test_the_continuous_integration_ends_with_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    last = ["make check", "as_a_stranger make test", "on_other_servers", "make test-long"]
    assert script.read_text("utf-8").splitlines()[-4:] == last


@pytest.mark.parametrize("status", [0, 100], ids=["does nothing", "fails"])
def test_without_a_browser_or_a_way_to_get_one_all_the_rest_is_done(tmp_path: Path, status: int) -> None:
    """As on a fresh machine: nobody's home, no terminal, packages that cannot be had."""
    ran = continuous_integration(
        tmp_path,
        make='echo "make $*"',
        id="echo 0",
        chromium="echo 'install it as a snap' >&2; exit 1",
        **{"apt-get": f"exit {status}", "chromium-browser": "exit 1", "google-chrome": "exit 1"},
    )
    calls = [f"make {target}" for target in ("environment-dev", "check", "test", "test-long")]
    assert (ran.returncode, ran.stdout.splitlines()) == (0, calls)
    assert "the browser tests will be skipped" in ran.stderr


def test_the_suite_sees_no_server_of_the_machine_but_the_store_is_tried_on_each(tmp_path: Path) -> None:
    ran = continuous_integration(
        tmp_path,
        make='echo "make $* HOME=$(ls -A "$HOME") $(redis-server || true)"',
        chromium="exit 0",
        id="echo 1",
        **{"redis-server": "echo Redis", "valkey-server": "echo Valkey"},
    )
    assert ran.returncode == 0, ran.stderr
    (tested,) = (line for line in ran.stdout.splitlines() if line.startswith("make test "))
    assert tested == "make test HOME= "
    stores = [line.rpartition("/")[2] for line in ran.stdout.splitlines() if line.startswith("make test-store SERVER=")]
    assert [line.split()[0] for line in stores] == ["redis-server", "valkey-server"]


def test_the_suite_sees_of_the_machine_what_a_stranger_has_and_python_itself(tmp_path: Path) -> None:
    """A shim, as of pyenv, finds Python by what stands around it, of which a stranger has nothing."""
    lists = 'for name in stray git bash; do command -v $name; done; python3 -c "import sys; print(sys.executable)"'
    ran = continuous_integration(
        tmp_path,
        make=f'test "$1" != test || {{ {lists}; }}',
        chromium="exit 0",
        id="echo 1",
        stray="exit 0",
        python3=f'test -n "$CI" && exec {sys.executable} "$@"',
    )
    assert ran.returncode == 0, ran.stderr
    assert [Path(line).name for line in ran.stdout.splitlines()] == ["git", "bash", Path(sys.executable).name]


@pytest.mark.parametrize("target", ["check", "test", "test-store", "test-long"])
def test_what_fails_fails_the_continuous_integration(tmp_path: Path, target: str) -> None:
    fails = f'test "$1" != {target}'
    ran = continuous_integration(tmp_path, make=fails, chromium="exit 0", **{"redis-server": "echo Redis"})
    assert ran.returncode


def continuous_integration(folder: Path, wheels: str = "", **commands: str) -> subprocess.CompletedProcess[str]:
    """Run it on a machine with those commands, beside what it has but servers; ``wheels`` is what looks for wheels."""
    script, bin_, python = folder / ".ci" / "run", folder / "bin", folder / ".venv" / "bin" / "python"
    for made in (script, python):
        made.parent.mkdir(parents=True)
    shutil.copy2(ROOT / ".ci" / "run", script)
    bin_.mkdir()
    does_all = {python: f'test "$1" != tools/check_wheels.py || {{ {wheels or "true"}; }}'}
    does_all |= {bin_ / name: does for name, does in commands.items()}
    for program, does in does_all.items():
        program.write_text(f"#!/bin/sh\n{does}\n")
        program.chmod(0o755)
    around = {"PATH": f"{bin_}:{without_servers(folder / 'around')}", "CI": "true"}
    return subprocess.run(
        [str(script)], env=around, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def without_servers(folder: Path) -> Path:
    """A folder of all programs of this machine but its servers of Redis, which are none of the tests' business."""
    folder.mkdir()
    for directory in os.get_exec_path():
        for program in Path(directory).iterdir() if os.access(directory, os.R_OK | os.X_OK) else ():
            if not re.match(r"(redis|valkey)-", program.name) and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program.absolute())
    return folder


@pytest.mark.parametrize(("status", "passes"), [(0, True), (75, True), (1, False), (2, False)])
def test_a_missing_wheel_fails_the_continuous_integration_and_a_missing_network_does_not(
    tmp_path: Path, status: int, *, passes: bool
) -> None:
    ran = continuous_integration(tmp_path, wheels=f"exit {status}", make="true", chromium="exit 0", id="echo 1")
    assert (ran.returncode == 0) is passes


def test_wheels_are_looked_for_on_every_machine_for_the_tests_too() -> None:
    wheels = script("check_wheels")
    for machine in MACHINES:
        names = {Requirement(one).name for one in wheels.needed(machine)}
        every = {Requirement(one).name for extra in ("", "dev") for one in project()[extra]}
        assert every - names == ({"dawg2"} if machine == "aarch64" else set())
        assert f"--platform=manylinux_2_28_{machine}" in wheels.target("3.14", machine)
    assert set(wheels.MACHINES) == set(MACHINES)


@pytest.mark.parametrize(
    ("missing", "network", "status"),
    [("", [True], 0), ("x86_64", [True, True], 1), ("aarch64", [True, True], 1), ("aarch64", [False], 75)],
)
def test_a_missing_wheel_is_told_from_a_missing_network(
    monkeypatch: pytest.MonkeyPatch, missing: str, network: list[bool], status: int
) -> None:
    wheels, there = script("check_wheels"), iter(network)

    def resolve(options: list[str], _: list[str]) -> list[str]:
        found = f"--platform=linux_{missing}" not in options if options else next(there)
        return [] if found else ["ERROR: No matching distribution found"]

    monkeypatch.setattr(wheels, "resolve", resolve)
    assert wheels.main(["3.14"]) == status


def test_a_connection_that_breaks_off_is_no_missing_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    wheels, answers = script("check_wheels"), iter([["ERROR: late"], [], [], []])
    monkeypatch.setattr(wheels, "resolve", lambda *_: next(answers))
    assert wheels.main(["3.14"]) == 0


def test_pip_that_finds_nothing_says_so() -> None:
    without = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PATH": os.environ["PATH"]}
    command = [sys.executable, str(ROOT / "tools" / "check_wheels.py"), "3.14"]
    ran = subprocess.run(command, env=without, capture_output=True, text=True, check=False)
    assert ran.returncode == 75
    assert "Python 3.14 on aarch64: not known" in ran.stderr


def script(name: str) -> ModuleType:
    """A tool, which is no module of a package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tool() -> ModuleType:
    """What makes environments."""
    return script("environment")


def test_an_installation_that_broke_off_is_tried_again(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = [1, 0]
    monkeypatch.setattr(
        tool, "_run_command", lambda *_: subprocess.CompletedProcess([], statuses.pop(0), "", "ERROR: late")
    )
    tool.Environment(tmp_path)._run_pip({}, "install", tries=2)  # noqa: SLF001 - without a network
    assert statuses == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_in_a_folder_that_cannot_be_written_that_is_what_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    ran = make_environment(tmp_path / "env")
    tmp_path.chmod(0o755)
    assert ran.returncode == 2
    assert re.fullmatch(rf"{re.escape(str(tmp_path / 'env'))} cannot be made, .* writable .*\n", ran.stderr)


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("Error: [Errno 13] Permission denied: '/checkout/.venv'", "mend that"),
        ("Error: [Errno 28] No space left on device", "mend that"),
        ("/usr/bin/python3: No module named venv", "apt install python3-venv"),
    ],
)
def test_the_remedy_is_that_of_what_went_wrong(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, remedy: str
) -> None:
    monkeypatch.setattr(tool, "_run_command", lambda *_: subprocess.CompletedProcess([], 1, "", said))
    with pytest.raises(tool.SetupError, match=remedy):
        tool.Environment(tmp_path / "env").ensure_installed(dev=False)
    (tmp_path / "file").touch()
    for name, can_write in (("env", True), ("build/env", True), ("file/env", False)):
        folder = tmp_path / name
        assert tool._is_writable(folder) is can_write  # noqa: SLF001 - root may write everywhere but into a file


def test_the_pip_that_comes_along_is_the_one_described() -> None:
    (wheel,) = (ROOT / "tools" / "vendor").glob("*.whl")
    described = (ROOT / "tools" / "vendor" / "README.md").read_text("utf-8")
    assert f"`{wheel.name}`" in described
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() in described


def make_environment(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the set-up without a network: pip may take nothing from anywhere."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "environment.py"), str(folder)],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder.parent),
            "PIP_NO_INDEX": "1",
            "PIP_NO_COMPILE": "1",
            "PIP_CONFIG_FILE": os.devnull,
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_was_broken_off_is_made_anew_and_without_a_network_says_so_and_leaves_a_working_pip(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "env"
    venv.create(folder, with_pip=False)
    (folder / "rubbish").touch()
    (folder / "harfiyen.json").write_text('{"state": "unfini')
    ran = make_environment(folder)
    assert not (folder / "rubbish").exists()
    assert ran.returncode == 2
    assert "check the network connection" in ran.stderr.splitlines()[-1]
    pip = subprocess.run([folder / "bin/python", "-m", "pip", "--version"], capture_output=True, check=False)
    assert pip.returncode == 0


def test_an_environment_made_by_hand_is_kept(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, installed = tmp_path / "env", list[Path]()
    venv.create(folder, with_pip=False)
    (folder / "mine").touch()
    monkeypatch.setattr(tool.Environment, "_install", lambda made, *_: installed.append(made.folder))
    tool.Environment(folder).ensure_installed(dev=False)
    assert installed == [folder]
    assert (folder / "mine").exists()


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "letter.txt").write_text("dear")
    ran = make_environment(tmp_path / "env")
    assert ran.returncode == 2
    assert "is in the way" in ran.stderr
    assert (tmp_path / "env" / "letter.txt").read_text() == "dear"
