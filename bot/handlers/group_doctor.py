"""``/doktor``: tells administrators what the bot cannot do in their group, and what to do about it."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.announce.board_messages import BOARD_MODE_SETTING, BoardMode, board_mode_named
from bot.call_errors import ChatUnreachable, MissingRights, RequestRejected, TopicClosed
from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.permissions import SETTINGS_PANEL_SECONDS, TOPICS, parse_topics
from bot.logs.logger import get_logger
from bot.store.scope import Scope
from bot.telegram.api.gateway import Gateway
from bot.telegram.api.own_standing import OwnStanding
from bot.telegram.incoming.requests import Command
from bot.telegram.replies import Replies
from bot.user_input.commands import handles_command
from bot.wording.formatting import isolate_name
from bot.wording.speaker import Speaker

log = get_logger(__name__)

_TOPIC_CLOSED: Final = "doctor-topic-closed"
_NO_TEXT: Final = "doctor-no-text"


class GroupDoctorHandlers:
    """Examines a group.

    Args:
        gateway: asks Telegram, and writes in private where the group takes no answer.
    """

    def __init__(self, gateway: Gateway, answers: Replies) -> None:
        self._gateway: Final = gateway
        self._answers: Final = answers

    @handles_command("doctor", "group", "administrator", kind="look-up", answered_separately=True)
    async def examine_group(self, request: Command, context: ChatContext) -> None:
        """``/doktor``: what the bot cannot do here; in the private chat of whoever asks, where it cannot write here.

        Telegram does not tell whether a topic is closed: only the answer that it refuses does.
        """
        scope, speaker = request.venue.scope, context.chat_speaker
        standing = await self._gateway.standing.fetch_standing(scope.chat)
        problems = [*find_problems(standing, context.loaded.settings, scope.topic)]
        text = self._word_problems(problems, standing, speaker)
        try:
            if not await self._answers.reply_privately(
                request, text, secret=False, until_done=False, seconds=SETTINGS_PANEL_SECONDS
            ):
                await self._answers.reply_temporarily(request, text, seconds=SETTINGS_PANEL_SECONDS)
        except MissingRights as error:
            refused = _TOPIC_CLOSED if isinstance(error, TopicClosed) else _NO_TEXT
            problems = [refused, *(one for one in problems if one != refused)]
            await self._tell_in_private(request, standing, self._word_problems(problems, standing, speaker))

    async def _tell_in_private(self, request: Command, standing: OwnStanding, text: str) -> None:
        """Tell whoever asked in the group what keeps the bot from writing there; nobody, if they closed their chat."""
        if request.sender.is_anonymous_admin:
            return
        text = f"<b>{isolate_name(standing.chat.title or '')}</b>\n{text}"
        try:
            await self._gateway.send_text(Scope(request.sender.user), text, sending=request.sending)
        except (ChatUnreachable, RequestRejected) as error:
            log.info("nobody can be told what is missing in a group", error=error.message)

    def _word_problems(self, problems: list[str], standing: OwnStanding, speaker: Speaker) -> str:
        """HTML: a line for each problem, with its remedy."""
        if not problems:
            return speaker.html("doctor-good")
        pause = speaker.duration(standing.slow_mode_seconds)
        bot = f"@{self._gateway.username}"
        lines = (speaker.html(one, bot=bot, time=pause) for one in problems)
        return "\n".join((speaker.html("doctor-head"), *lines))


def find_problems(standing: OwnStanding, settings: Mapping[str, str], topic: int | None) -> Iterator[str]:
    """What the bot cannot do in a group: the messages that say it, the gravest first.

    Args:
        standing: what Telegram says of the bot there.
        settings: what the group chose.
        topic: where it was asked; ``None`` is the general topic, or a group without topics.
    """
    if not standing.may("can_send_messages"):
        yield _NO_TEXT
    if not standing.may("can_send_photos"):
        yield "doctor-no-photos"
    if not standing.is_admin and standing.slow_mode_seconds:
        yield "doctor-slow-mode"
    if not (standing.is_admin or standing.hears_all):
        yield "doctor-privacy-mode"
    if board_mode_named(settings.get(BOARD_MODE_SETTING)) is BoardMode.PIN and not standing.may("can_pin_messages"):
        yield "doctor-no-pins"
    allowed = parse_topics(settings.get(TOPICS))
    if allowed and (topic or 0) not in allowed:
        yield "doctor-other-topic"
