"""The options with which the bot's own Redis server is started."""

from pathlib import Path
from typing import Final

from bot.store.server.append_only_file import REWRITE_GROWTH_PERCENT, REWRITE_MIN_BYTES

PID_FILE: Final = "redis.pid"
"""Exists while the server runs and after a crash; a server that shuts down removes it."""
LOG_FILE: Final = "redis.log"


def server_options(data_dir: Path, socket: str) -> dict[str, str]:
    """The options of a data directory's server: it listens on a socket only, and syncs every write to the disk."""
    return {
        "port": "0",
        "unixsocket": socket,
        "unixsocketperm": "700",
        "dir": str(data_dir),
        "appendonly": "yes",
        "appendfsync": "always",
        "auto-aof-rewrite-percentage": str(REWRITE_GROWTH_PERCENT),
        "auto-aof-rewrite-min-size": str(REWRITE_MIN_BYTES),
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "set-proc-title": "no",  # `ps` tells whose data it has, and its environment stays legible
        "pidfile": str(data_dir / PID_FILE),
        "loglevel": "notice",
        "logfile": str(data_dir / LOG_FILE),
    }
