"""A kind of key in Redis."""

from typing import Final


class Key:
    """A kind of key: a row of the table in ``docs/architecture.md``.

    Args:
        pattern: its name, where ``{NN}`` is a shard, ``{served}`` and ``{living}`` are themselves, all of them tags
            of a cluster, and ``<…>`` what else differs.
        kind: Redis's.
        holds: what is in it, as Markdown.
        kept: how long.
        backup: whether a backup holds it: what can be had again, or is of the moment only, it does not.
    """

    def __init__(self, pattern: str, kind: str, *, holds: str, kept: str, backup: bool = True) -> None:
        self.pattern: Final = pattern
        self.kind: Final = kind
        self.holds: Final = holds
        self.kept: Final = kept
        self.backup: Final = backup
        tagged = (
            pattern.replace("{NN}", "{{{0:02}}}").replace("{served}", "{{served}}").replace("{living}", "{{living}}")
        )
        self._template: Final = tagged.replace("<", "{").replace(">", "}")

    def named(self, tag: int = 0, **parts: object) -> str:
        """The name for a shard, with the other parts by their names."""
        return self._template.format(tag, **parts)
