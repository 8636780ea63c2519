"""The running bot: building, wiring, running and shutting down its components. Begin with :mod:`bot.app.service`."""

from bot.app.service import Service

__all__ = ["Service"]
