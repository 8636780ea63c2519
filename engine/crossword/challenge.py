"""How a table judges words (RULES §7.1): the one place that knows the challenge modes."""

from collections.abc import Callable, Sequence

from engine.errors import Refusal
from engine.rulesets import Judging

Judge = Callable[[str], bool]


def judge_play(judging: Judging, words: Sequence[str], judge: Judge) -> None:
    """Let the table's mode speak before a play is committed.

    ``void``: a phony is refused and nothing is lost; the player tries again.

    Raises:
        Refusal: ``not_words``, naming each word that the judge does not know.
    """
    match judging.mode:
        case "void":
            phonies = tuple(dict.fromkeys(word for word in words if not judge(word)))
            if phonies:
                raise Refusal("not_words", words=phonies)
