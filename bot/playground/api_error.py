"""The one error of the served API: a status and a description in Telegram's own words."""

from collections.abc import Mapping
from typing import Any


class ApiError(Exception):
    """A call is refused with HTTP `status`; `parameters` go with it, such as `retry_after` in seconds with 429."""

    def __init__(self, status: int, description: str, parameters: Mapping[str, Any] | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = dict(parameters or {})


def bad_request_error(reason: str) -> ApiError:
    """Make the error of a call that can never succeed as it stands."""
    return ApiError(400, f"Bad Request: {reason}")
