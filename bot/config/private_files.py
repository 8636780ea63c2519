"""Files that are the owner's alone: the data folder, all that is written, and the settings file."""

import os
import pwd
import stat
from pathlib import Path

from bot.logs.logger import get_logger

log = get_logger(__name__)


def find_folder_fault(folder: Path) -> tuple[str, str] | None:
    """Why secrets may not be kept in a folder, and what to do; ``None`` if they may."""
    found = folder.stat()
    if found.st_uid not in {os.geteuid(), 0}:
        owner = _user_name(found.st_uid)
        return f"it belongs to the user {owner}", "start the bot as that user, or name a folder of its own"
    if found.st_mode & stat.S_IWOTH:
        closing = f"chmod 700 {folder}"
        if found.st_uid != os.geteuid():
            closing = f"chown {_user_name(os.geteuid())} {folder} && {closing} as root"
        return "every user may write in it", f"see that all in it is yours and run {closing}, or name another"
    return None


def find_open_file_remedy(path: Path) -> str:
    """What to do about a file or folder that other users can open; empty if they cannot, or it is not there."""
    try:
        found = path.stat()
    except OSError:
        return ""
    if found.st_uid == os.geteuid():
        return f"Run: chmod go= {path}" if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) else ""
    if path.is_dir():
        return f"Give it to the bot's user: chown {_user_name(os.geteuid())} {path} && chmod 700 {path}"
    # Of root's, a file may be readable for the bot's group.
    return f"Have its owner run: chmod o= {path}" if found.st_mode & stat.S_IRWXO else ""


def keep_files_private(folder: Path) -> None:
    """Have all that this process writes belong to its user alone, and close a data folder that is open."""
    os.umask(stat.S_IRWXG | stat.S_IRWXO)
    if not folder.exists():
        return
    found = folder.stat()
    if found.st_uid == os.geteuid() and found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        try:
            folder.chmod(stat.S_IRWXU)
        except OSError as error:
            log.warning("DATA_DIR is open to other users and cannot be closed", folder=folder, error=error)
        else:
            log.warning("DATA_DIR was open to other users and is closed", folder=folder)


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
