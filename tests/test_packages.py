"""What strangers install: the packages, the image, the composed services, and a fresh clone."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from bot.config import SETTINGS, TokenRefused
from bot.languages import languages
from bot.listener import BODY_SECONDS, HEADER_SECONDS
from tests.support.checkout import ROOT, every_requirement, pins, script, tracked

PACKAGES = ("bot", "engine", "render")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def pyproject() -> dict[str, Any]:
    return tomllib.loads(text_of("pyproject.toml"))


def test_the_version_stands_in_one_place() -> None:
    number = script("version").read_version(text_of("pyproject.toml"))
    assert version("harfiyen") == number
    sources = [name for name in tracked(ROOT) if name.endswith((".py", ".toml", ".yml", ".yaml", "Dockerfile"))]
    assert [
        name
        for name in sources
        if name != "pyproject.toml" and re.search(rf"version\W+{re.escape(number)}\b", text_of(name))
    ] == []


def test_whatever_a_package_reads_is_packed() -> None:
    data = pyproject()["tool"]["setuptools"]["package-data"]
    packed = {
        name
        for name in tracked(ROOT)
        for package in PACKAGES
        if name.startswith(f"{package}/")
        and (name.endswith(".py") or any(is_below(name, f"{package}/{one}") for one in data[package]))
    }
    kept = {name for name in tracked(ROOT) if name.split("/")[0] in PACKAGES}
    assert script("check_packages").expected_wheel(kept) == packed


def is_below(name: str, pattern: str) -> bool:
    """Whether a pattern of setuptools names a file: a star stands for no slash."""
    return name.count("/") == pattern.count("/") and fnmatch(name, pattern)


def test_every_folder_with_code_is_a_package() -> None:
    folders = {
        str(Path(name).parent) for name in tracked(ROOT) if name.split("/")[0] in PACKAGES and name.endswith(".py")
    }
    assert [folder for folder in folders if not (ROOT / folder / "__init__.py").exists()] == []


# The image.


def instructions() -> list[tuple[str, str]]:
    return list(script("build_root").read_instructions(text_of("Dockerfile")))


def test_both_stages_of_the_image_have_the_same_base_and_the_last_no_compiler() -> None:
    given = instructions()
    bases = [rest.split()[0] for word, rest in given if word == "FROM"]
    assert len(set(bases)) == 1
    assert "/" not in bases[0]
    last = max(place for place, (word, _) in enumerate(given) if word == "FROM")
    installed = " ".join(rest for word, rest in given[last:] if word == "RUN")
    assert re.findall(r"\b(?:g\+\+|gcc|binutils|python3-dev|python3-venv|pip|uv)\b", installed) == []
    assert dict(given[last:])["USER"] == "10001:10001"
    assert dict(given[last:])["VOLUME"] == "/data"


def test_what_the_image_copies_is_let_through_and_there() -> None:
    let_through = [line[1:] for line in text_of(".dockerignore").splitlines() if line.startswith("!")]
    copied = {
        name
        for word, rest in instructions()
        if word == "COPY" and not rest.startswith("--from")
        for name in rest.split()[:-1]
    }
    assert copied <= {name for name in copied if name.split("/")[0] in let_through and (ROOT / name).exists()}
    assert {name.split("/")[0] for name in copied} == set(let_through)


class Health(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/health" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("status", [200, 503])
def test_the_health_check_ends_as_the_bot_is(status: int) -> None:
    served = HTTPServer(("127.0.0.1", 0), type("Answer", (Health,), {"status": status}))
    Thread(target=served.handle_request, daemon=True).start()
    listen = f"0.0.0.0:{served.server_port}"
    command = [sys.executable, str(ROOT / "container" / "health.py")]
    ran = subprocess.run(command, env={"HTTP_LISTEN": listen}, capture_output=True, check=False)
    served.server_close()
    assert ran.returncode == (0 if status == 200 else 1)


def test_the_health_check_asks_where_the_bot_listens_unless_told_otherwise() -> None:
    health_address = script("health", "container").health_address
    assert health_address("") == "http://127.0.0.1:8080/health"
    assert health_address("[::]:90") == "http://[::1]:90/health"
    assert health_address("10.0.0.1:90") == "http://10.0.0.1:90/health"


def test_the_image_keeps_what_babel_knows_of_the_languages_that_are_spoken(tmp_path: Path) -> None:
    locales = tmp_path / "babel" / "locale-data"
    locales.mkdir(parents=True)
    for name in ("root", "en", "en_GB", "tr", "tr_CY", "uk", "de", "ukx"):
        (locales / f"{name}.dat").touch()
    (tmp_path / "loop.pyx").touch()
    (tmp_path / "loop.py").touch()
    found = script("slim", "container").superfluous_files(tmp_path, frozenset(languages().codes))
    assert {one.name for one in found} == {"de.dat", "ukx.dat", "loop.pyx"}


# What is composed.


def test_settings_in_composed_services_are_settings() -> None:
    for name in ("compose.yaml", "compose.workers.yaml"):
        given = set(re.findall(r"^ +([A-Z][A-Z_]+): ", text_of(name), re.MULTILINE)) - {"DOMAIN"}
        assert given
        assert given <= set(SETTINGS)


def test_every_composed_service_has_few_rights_limits_and_a_short_log() -> None:
    alone, several = text_of("compose.yaml"), text_of("compose.workers.yaml")
    for wanted in (
        "read_only: true",
        "cap_drop: [ALL]",
        "no-new-privileges:true",
        "mem_limit: ",
        "pids_limit: ",
        "max-size: ",
    ):
        assert wanted in alone
        assert wanted in several.partition("x-service: &service\n")[2].partition("\n\n")[0]
    assert "x-worker: &worker\n  <<: *service\n" in several
    services = re.split(
        r"^  \S+:\n", several.partition("\nservices:\n")[2].partition("\nnetworks:\n")[0], flags=re.MULTILINE
    )
    assert [service for service in services[1:] if not re.match(r"    <<: \*(?:service|worker)\n", service)] == []
    assert len(services) == 5
    assert "  back:\n    internal: true\n" in several


def test_a_refused_token_is_not_tried_again_by_a_service() -> None:
    assert f"\nRestartPreventExitStatus={TokenRefused.exit_status}\n" in text_of("docs/operate.md")
    for name in ("compose.yaml", "compose.workers.yaml"):
        assert 'command: ["run", "--stay"]' in text_of(name)


def test_two_workers_have_names_and_data_of_their_own_and_the_proxies_know_both() -> None:
    composed = text_of("compose.workers.yaml")
    hosts = re.findall(r"^ +hostname: (\S+)$", composed, re.MULTILINE)
    assert hosts == ["worker-1", "worker-2"]
    assert [f"{host}:/data" in composed for host in hosts] == [True, True]
    for proxy in ("Caddyfile", "nginx.conf"):
        said = text_of(f"container/proxy/{proxy}")
        assert {f"{host}:8080" in said for host in hosts} == {True}
    for wanted in ('--appendonly\n      - "yes"', "--maxmemory-policy\n      - noeviction"):
        assert wanted in composed


def test_a_proxy_that_tries_another_worker_has_the_whole_body_to_send() -> None:
    """Caddy sends what is left of a body, with which a worker would lose an update; nginx keeps it."""
    assert not re.search(r"^\s*lb_(?:try|retries)", text_of("container/proxy/Caddyfile"), re.MULTILINE)
    assert "proxy_request_buffering on;" in text_of("container/proxy/nginx.conf")


def test_both_proxies_cut_off_within_ten_seconds_who_sends_a_letter_at_a_time() -> None:
    """As the bot does behind them."""
    for proxy, pattern in (
        ("Caddyfile", r"^\s*read_(?:header|body) (\d+)s$"),
        ("nginx.conf", r"^ *client_(?:header|body)_timeout (\d+)s;$"),
    ):
        found = re.findall(pattern, text_of(f"container/proxy/{proxy}"), re.MULTILINE)
        assert [float(one) for one in found] == [HEADER_SECONDS, BODY_SECONDS], proxy


# What CI does for a public home.


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_no_right_that_a_job_does_not_name(path: Path) -> None:
    text = path.read_text("utf-8")
    top = re.search(r"^permissions:(.*(?:\n +.*)*)", text, re.MULTILINE)
    assert top is not None
    assert "write" not in top[1]
    assert len(re.findall(r"^ +\w+: write\b", text, re.MULTILINE)) == (1 if path.name == "release.yml" else 0)
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")


def test_the_owners_page_shows_the_version() -> None:
    number = script("version").read_version(text_of("pyproject.toml"))
    assert re.findall(r"Harfiyen (\d[\w.]*)$", text_of("docs/owner.md"), re.MULTILINE) == [number]


# A fresh clone.


def test_every_package_that_can_be_needed_has_its_version_pinned() -> None:
    assert every_requirement() - set(pins()) == set()


def test_no_file_names_a_host_of_packages_or_a_folder_of_one_machine() -> None:
    hosts = re.compile(r"pypi\.(org|python)|pythonhosted\.org|registry\.npmjs|index-url|find-links")
    folders = re.compile(r"(?<![\w.*/])/(home|root|work|Users)/")
    for name in tracked(ROOT):
        path = ROOT / name
        if path.suffix not in {".dawg", ".otf", ".png", ".whl"} and path != Path(__file__) and path.is_file():
            text = path.read_text("utf-8", "replace")
            # In small letters: whoever searches regardless of case looks at every single character.
            assert not hosts.search(text.lower()), name
            assert not any(f"/{one}/" in text for one in ("home", "root", "work", "Users")) or not folders.search(
                text
            ), name


def test_the_example_explains_exactly_the_settings_there_are_and_sets_none() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == [f"{name}=" for name in SETTINGS]
