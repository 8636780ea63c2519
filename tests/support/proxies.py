"""The proxies that ship for the webhook, each before workers on this machine.

Of their files only what belongs to a machine is changed: addresses, certificates, and limits of time that a test names.
"""

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE
from tools.fleet.redis_servers import LOOPBACK, find_free_ports, poll_until

_FILES: Final = ROOT / "container" / "proxy"
_WORKERS: Final = ("worker-1:8080", "worker-2:8080")
_HOST: Final = "bot.example.org"
NGINX: Final = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
CADDY: Final = shutil.which("caddy")
_OPENSSL: Final = shutil.which("openssl")
needs_nginx: Final = pytest.mark.skipif(
    not (NGINX and _OPENSSL), reason="no nginx or no openssl on PATH: apt install nginx openssl"
)
needs_caddy: Final = pytest.mark.skipif(not CADDY, reason="no caddy on PATH: apt install caddy")
_AROUND_NGINX: Final = """\
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/harfiyen.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Proxy:
    address: str
    """Where it takes what Telegram posts; plain HTTP, as the stand-in trusts no certificate."""
    port: int
    """Of the same; or of TLS, if it has that."""
    trust: ssl.SSLContext | None = None


@asynccontextmanager
async def run_nginx(
    folder: Path, workers: Sequence[str], changes: Mapping[str, str] | None = None
) -> AsyncIterator[Proxy]:
    """The shipped configuration before workers, with TLS as it stands there, and a plain port besides."""
    certificate, key = _make_certificate(folder)
    tls, plain = find_free_ports(2)
    text = _changed(
        _FILES / "nginx.conf",
        {
            "listen 443 ssl;": f"listen {LOOPBACK}:{tls} ssl;\n    listen {LOOPBACK}:{plain};",
            "/etc/nginx/certificates/fullchain.pem": str(certificate),
            "/etc/nginx/certificates/privkey.pem": str(key),
            **dict(zip(_WORKERS, workers, strict=True)),
            **(changes or {}),
        },
    )
    (folder / "harfiyen.conf").write_text(text, "utf-8")
    # As root it would change to a user who may not enter the folder.
    around = _AROUND_NGINX.format(folder=folder, user="" if os.geteuid() else "user root;")
    (folder / "nginx.conf").write_text(around, "utf-8")
    command = [str(NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    await asyncio.to_thread(_run, [*command, "-t"])
    async with _running(command, folder, plain):
        yield Proxy(f"http://{LOOPBACK}:{plain}", tls, ssl.create_default_context(cafile=str(certificate)))


@asynccontextmanager
async def run_caddy(folder: Path, workers: Sequence[str]) -> AsyncIterator[Proxy]:
    (plain,) = find_free_ports(1)
    at_home = {"{\n\tservers {": "{\n\tadmin off\n\tservers {"}
    text = _changed(_FILES / "Caddyfile", {**at_home, **dict(zip(_WORKERS, workers, strict=True))})
    path = folder / "Caddyfile"
    path.write_text(text, "utf-8")
    around = {"DOMAIN": f"http://{LOOPBACK}:{plain}", "HOME": str(folder), "PATH": os.environ["PATH"]}
    named = ("--config", str(path), "--adapter", "caddyfile")
    await asyncio.to_thread(_run, [str(CADDY), "validate", *named], around)
    async with _running([str(CADDY), "run", *named], folder, plain, around):
        yield Proxy(f"http://{LOOPBACK}:{plain}", plain)


def _changed(file: Path, changes: Mapping[str, str]) -> str:
    """The text of a file with each of these replaced; what it does not have is an error."""
    text = file.read_text("utf-8")
    for old, new in changes.items():
        assert old in text, f"{file.name} has no {old}"
        text = text.replace(old, new)
    return text


def _make_certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    named = ("-subj", f"/CN={_HOST}", "-addext", f"subjectAltName=DNS:{_HOST}", "-days", "2")
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    command = [str(_OPENSSL), "req", "-x509", *made, *named, "-keyout", str(key), "-out", str(certificate)]
    _run(command)
    return certificate, key


def _run(command: Sequence[str], around: Mapping[str, str] | None = None) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=around, check=False)
    assert ran.returncode == 0, ran.stderr


@asynccontextmanager
async def _running(
    command: Sequence[str], folder: Path, port: int, around: Mapping[str, str] | None = None
) -> AsyncIterator[None]:
    with (folder / "proxy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env=around, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        await poll_until(lambda: _takes_connections(port))
        yield
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            await process.wait()


async def _takes_connections(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((LOOPBACK, port)) == 0
