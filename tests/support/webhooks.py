"""A webhook whose updates a test stores, of a process that is always well."""

from bot.ingress.intake import UpdateIntake
from bot.ingress.polling import UpdateReception
from bot.ingress.webhook import Webhook


async def report_well() -> tuple[int, str]:
    return 200, "ok"


def webhook_of(intake: UpdateIntake, secret: str, reception: UpdateReception | None = None) -> Webhook:
    """A webhook at ``/hook``."""
    known = reception or UpdateReception(lambda: 0.0)
    return Webhook(intake, secret, "/hook", known, report_well)
