"""Faults on the rack ladder: what one person alone is to see."""

from typing import Final

from tests.faults.fault import Fault

_LADDER: Final = ("tests/bot/test_ladder.py",)

RUNGS: Final = (
    Fault(
        "secret-sent-before-the-proof",
        r"shown = await self\._ephemeral\.begin\(",
        r"await self._gateway.text(address.scope, _words(sheet))\n            \g<0>",
        _LADDER,
    ),
    Fault(
        "secret-sent-to-a-server-that-may-be-another-by-now",
        r"self\._served\(again=True\)",
        "self._served()",
        _LADDER,
    ),
    Fault(
        "secret-sent-in-a-form-that-an-older-server-posts",
        r"newer = self\.forms\.newer or \(pictured",
        r"if self.forms.proven(Form.NEWER, chat):\n            return Form.NEWER\n        \g<0>",
        _LADDER,
    ),
    Fault(
        "posted-to-all-to-find-a-form-out",
        r"else \(Form\.OLDER, Form\.NEWER\)",
        "else (Form.NEWER, Form.OLDER)",
        _LADDER,
    ),
    Fault(
        "answer-to-a-press-names-its-chat",
        r"return \{Form\.NEWER\.value: by_press",
        'return {"chat_id": address.scope.chat, Form.NEWER.value: by_press',
        _LADDER,
    ),
    Fault(
        "what-one-person-was-refused-is-tried-again",
        r"self\.forms\.shut\(may, chat, seconds=REFUSED_SECONDS\)",
        "pass",
        _LADDER,
    ),
    Fault(
        "any-answer-taken-for-one-persons",
        r"if number is None or reader is None or reader\.id != address\.user",
        "if number is None and reader is not None and reader.id != address.user",
        _LADDER,
    ),
    Fault(
        "posted-to-all-and-left-there",
        r"await self\._bot\.delete_message\(address\.scope\.chat, posted\)",
        "pass",
        _LADDER,
    ),
    Fault(
        "own-message-asks-for-a-place",
        r"request\.ephemeral is None, request\.photo\)",
        "True, request.photo)",
        _LADDER,
    ),
    Fault(
        "sheet-put-into-the-public-board",
        r"if not tap\.place\.private:\n            # Everybody sees",
        "if False:\n            # Everybody sees",
        _LADDER,
    ),
    Fault(
        "step-before-stays",
        r"await self\._ephemeral\.delete\(shown\)\n        return True",
        "return True",
        _LADDER,
    ),
    Fault(
        "drawn-before-the-tap-is-answered",
        r"rung = await self\._alone\(Address\.of\(request\), sheet\)",
        "rung = await self._alone(Address.of(request), sheet, await self._drawn(sheet))",
        _LADDER,
    ),
)
