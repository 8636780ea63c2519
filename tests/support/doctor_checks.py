"""What the doctor finds of settings."""

from collections.abc import Mapping
from pathlib import Path

from bot.offline.doctor import DoctorCheck, check_configuration

SECRET = "very-secret-indeed"  # noqa: S105 - what must not be shown


async def checks_of_settings(folder: Path, environ: Mapping[str, str]) -> dict[str, DoctorCheck]:
    return {check.name: check async for check in check_configuration(environ, folder)}
