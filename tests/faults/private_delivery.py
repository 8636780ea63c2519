"""Faults on the rack ladder: what one person alone is to see."""

from typing import Final

from tests.faults.fault import Fault

_LADDER: Final = ("tests/bot/telegram/test_private_delivery.py", "tests/bot/telegram/test_private_delivery_taps.py")

PRIVATE_DELIVERY: Final = (
    Fault(
        "secret-sent-before-the-proof",
        r"placeholder = await self\._ephemeral\.send_placeholder\(",
        r"await self._ephemeral.send_public_text(recipient, page.text, page.keyboard)\n            \g<0>",
        _LADDER,
    ),
    Fault(
        "secret-sent-to-a-server-that-may-be-another-by-now",
        r"self\._check_server_methods\(again=True\)",
        "self._check_server_methods()",
        _LADDER,
    ),
    Fault(
        "secret-sent-in-a-form-that-an-older-server-posts",
        r"takes_edited_photos = self\._features\.is_recent_server",
        r"if self._features.is_proven(Feature.PARAMETERS_10_3, chat):\n"
        r"            return Feature.PARAMETERS_10_3\n        \g<0>",
        _LADDER,
    ),
    Fault(
        "posted-to-all-to-find-a-form-out",
        r"else \(older, newer\)",
        "else (newer, older)",
        _LADDER,
    ),
    Fault(
        "answer-to-a-press-names-its-chat",
        r"return \{Feature\.PARAMETERS_10_3\.value: answered",
        'return {"chat_id": recipient.scope.chat, Feature.PARAMETERS_10_3.value: answered',
        _LADDER,
    ),
    Fault(
        "what-one-person-was-refused-is-tried-again",
        r"self\._features\.mark_unsupported\(feature, chat, seconds=REFUSED_SECONDS\)",
        "pass",
        _LADDER,
    ),
    Fault(
        "any-answer-taken-for-one-persons",
        r"if message_id is None or reader is None or reader\.id != recipient\.user",
        "if message_id is None and reader is not None and reader.id != recipient.user",
        _LADDER,
    ),
    Fault(
        "posted-to-all-and-left-there",
        r"await self\._bot\.delete_message\(recipient\.scope\.chat, posted\)",
        "pass",
        _LADDER,
    ),
    Fault(
        "own-message-asks-for-a-place",
        r"request\.ephemeral_id is None,$",
        "True,",
        _LADDER,
    ),
    Fault(
        "private-page-put-into-the-public-board",
        r"if not tap\.venue\.private:\n            # Everybody sees",
        "if False:\n            # Everybody sees",
        _LADDER,
    ),
    Fault(
        "step-before-stays",
        r"await self\._ephemeral\.delete\(message\)\n        return True",
        "return True",
        _LADDER,
    ),
    Fault(
        "drawn-before-the-tap-is-answered",
        r"route = await self\._try_in_group\(EphemeralRecipient\.from_request\(request\), page\)",
        r"photo = await self._ephemeral_delivery.draw_page(page)\n        "
        r"route = await self._try_in_group(EphemeralRecipient.from_request(request), page, photo)",
        _LADDER,
    ),
)
