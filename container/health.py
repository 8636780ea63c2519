"""The health check of the container: asks the bot at ``HTTP_LISTEN``, and ends with status 0 if it is well."""

import os
import sys
import urllib.request

_DEFAULT = "127.0.0.1:8080"
_EVERYWHERE = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - compared, not opened
_SECONDS = 5


def health_address(listen: str) -> str:
    """Where to ask, of a bot that listens there."""
    host, _, port = (listen or _DEFAULT).rpartition(":")
    return f"http://{_EVERYWHERE.get(host, host)}:{port}/health"


def main() -> int:
    """Ask; the status."""
    try:
        with urllib.request.urlopen(health_address(os.environ.get("HTTP_LISTEN", "")), timeout=_SECONDS):  # noqa: S310 - http
            return 0
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
