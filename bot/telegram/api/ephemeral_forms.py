"""Forms of ephemeral messages: in which of them, by Bot API version, a message to one member may be sent here."""

from typing import Final

from bot.call_errors import MissingRights, RequestRejected, TopicClosed
from bot.logs.logger import get_logger
from bot.telegram.api.ephemeral_recipient import EphemeralRecipient
from bot.telegram.api.server_features import REFUSED_SECONDS, Feature, ServerFeatures

log = get_logger(__name__)


class EphemeralForms:
    """Chooses forms by what the server was found to support, and notes who may not be written to.

    Args:
        features: what the server was found to support.
    """

    def __init__(self, features: ServerFeatures) -> None:
        self._features: Final = features

    def may_send_to(self, recipient: EphemeralRecipient) -> bool:
        """Whether the group lets the bot write to that person, as far as is known."""
        chat, features, unasked = recipient.scope.chat, self._features, Feature.UNSOLICITED
        if recipient.is_unsolicited:
            return features.may_support(unasked, chat) and features.may_support(unasked, chat, recipient.user)
        return features.may_support(Feature.SOLICITED, chat)

    def proven_form(self, recipient: EphemeralRecipient, *, has_photo: bool) -> Feature | None:
        """The form in which a secret may be sent at once, as it was proven in this group lately, if there is one."""
        chat = recipient.scope.chat
        if not self.may_send_to(recipient):
            return None
        if recipient.callback_query is not None and self._features.is_proven(Feature.CALLBACK_10_4, chat):
            return Feature.CALLBACK_10_4
        # It is found out first whether edits take new pictures: if they do, the next one replaces the board's message.
        takes_edited_photos = self._features.is_recent_server or (
            has_photo and self._features.may_support(Feature.PHOTO_EDIT)
        )
        if not takes_edited_photos and self._features.is_proven(Feature.RECEIVER_10_2, chat):
            return Feature.RECEIVER_10_2
        return None

    def forms_to_try(self, recipient: EphemeralRecipient) -> tuple[Feature, ...]:
        """The forms in the order in which they are tried, last the one that the server might post to everybody."""
        newer, older = Feature.PARAMETERS_10_3, Feature.RECEIVER_10_2
        forms = (newer, older) if self._features.is_recent_server else (older, newer)
        return forms if recipient.callback_query is None else (Feature.CALLBACK_10_4, *forms)

    def record_refusal(self, recipient: EphemeralRecipient, error: RequestRejected) -> None:
        """Do not try again for a while what was refused in a group, or to one member of it."""
        log.info("one member is not written to alone", chat=recipient.scope.chat, error=error.message)
        chat, feature = recipient.scope.chat, Feature.UNSOLICITED if recipient.is_unsolicited else Feature.SOLICITED
        if isinstance(error, MissingRights) and not isinstance(error, TopicClosed):
            self._features.mark_unsupported(feature, chat, seconds=REFUSED_SECONDS)
        elif recipient.is_unsolicited:
            self._features.mark_unsupported(feature, chat, recipient.user, seconds=REFUSED_SECONDS)
