"""The browser that tests of pages use, where this machine has one that runs."""

import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.support.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_SECONDS: Final = 60
_FEATURES_OFF: Final = (
    # Two pages below the address bar, which no test has, for each window: a fifth of what a browser does here.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Only the last list of a command line counts, so what the driver's own turns off is turned off here.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
CHROMIUM_FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_FEATURES_OFF)}",
]
"""What it is started with: as root, in a container with little shared memory, and without calls of its own."""


def _is_runnable(path: str) -> bool:
    """Whether it is a browser: where it comes as a snap the command may be there and only say how to get it."""
    try:
        ran = subprocess.run([path, "--version"], capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return not ran.returncode


CHROMIUM: Final = next((path for name in _NAMES if (path := shutil.which(name)) and _is_runnable(path)), None)
needs_a_browser: Final = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium that runs is on PATH: apt install chromium"
)
shares_a_browser: Final = pytest.mark.asyncio(loop_scope="session")


async def new_window(browser: "Browser", locale: str, width: int, height: int) -> "BrowserContext":
    made = await browser.new_context(locale=locale, viewport={"width": width, "height": height})
    made.set_default_timeout(1000 * PATIENCE)
    return made


_AXE: Final = """options => axe.run(options).then(
    found => found.violations.map(rule => `${rule.id}: ${rule.nodes.map(node => node.html.slice(0, 140))}`))"""
_AXE_OPTIONS: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],
    "preload": False,
}


async def axe_faults(page: "Page") -> list[str]:
    """What axe finds wrong on a page as it is shown now: each rule with the elements that break it."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found: list[str] = await page.evaluate(_AXE, _AXE_OPTIONS)
    return found
