"""The one error of the served API: a status and a description in Telegram's own words."""


class ApiError(Exception):
    """A call is refused with HTTP `status`; `retry_after`, in seconds, goes with 429."""

    def __init__(self, status: int, description: str, *, retry_after: int | None = None) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.retry_after = retry_after


def bad_request_error(reason: str) -> ApiError:
    """Make the error of a call that can never succeed as it stands."""
    return ApiError(400, f"Bad Request: {reason}")
