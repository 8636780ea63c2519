"""A kind of key in Redis, as a row of the table of keys (:mod:`bot.store.keyspace`)."""

from typing import Final


class Key:
    """A kind of key: a row of the table in ``docs/architecture.md``.

    Args:
        pattern: its name. ``{NN}`` stands for a shard, ``<…>`` for other variable parts; ``{served}`` and ``{living}``
            are literal. All braces are hash tags of a cluster.
        redis_type: Redis's name for the type, such as ``hash``.
        holds: its content, as Markdown.
        lifetime: how long it is kept.
        in_backup: whether a backup holds it; not if it can be had again or is of the moment only.
    """

    def __init__(self, pattern: str, redis_type: str, *, holds: str, lifetime: str, in_backup: bool = True) -> None:
        self.pattern: Final = pattern
        self.redis_type: Final = redis_type
        self.holds: Final = holds
        self.lifetime: Final = lifetime
        self.in_backup: Final = in_backup
        tagged = (
            pattern.replace("{NN}", "{{{0:02}}}").replace("{served}", "{{served}}").replace("{living}", "{{living}}")
        )
        self._template: Final = tagged.replace("<", "{").replace(">", "}")

    def format_name(self, tag: int = 0, **parts: object) -> str:
        """The name of the key of a shard, with its variable parts filled in."""
        return self._template.format(tag, **parts)
