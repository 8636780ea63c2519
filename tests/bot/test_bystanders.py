"""One person's commands, or a crowd's, and somebody else's beside them: nobody is buried, no queue grows for ever."""

import asyncio
from itertools import count

import pytest
from redis.asyncio import Redis

from bot.outcomes import Unreachable
from bot.telegram.inbound import Request
from bot.workers.limiter import Limiter, Limits
from bot.workers.urgency import Urgency, refusing
from tests.support.chats import KIRAZ, LIMON, NANE
from tests.support.desk import GROUP, Desk, said
from tests.support.timers import Timers, settled


class Group:
    """A group that may be sent twenty messages a minute; what is answered there, when and to whom."""

    def __init__(self, redis: Redis) -> None:
        self.timers = Timers()
        self.limiter = Limiter(Limits(30, 1, 20), clock=self.timers.clock, later=self.timers.later)
        self.desk = Desk(redis, pause=self.timers.pause)
        self.desk.work, self.desk.calming = self.answer, self._sent
        self.answered: list[tuple[float, int, str]] = []
        self.played: list[str] = []
        self.messages = 0

    async def answer(self, request: Request) -> None:
        """As games do: a move that is good is told by others, a bad one is refused, a look is answered."""
        if said(request).startswith("play good"):
            self.played.append(said(request))
            return
        if said(request).startswith("play"):
            with refusing():
                await self._sent(request)
            return
        await self._sent(request)

    async def _sent(self, request: Request) -> None:
        await self.limiter.slot(GROUP)
        self.messages += 1
        self.answered.append((self.timers.now, request.sender.user, said(request)))

    async def play_on(self) -> None:
        """A game as fast as Telegram lets it be told, without end."""
        while True:
            await self.limiter.ready(GROUP)
            await self.limiter.slot(GROUP, Urgency.PLAY)
            self.messages += 1

    async def pass_(self, seconds: int) -> None:
        for _ in range(seconds):
            await self.timers.pass_(1)
            await self.desk.left()

    async def until_answered(self, person: int, most: int) -> float:
        """Seconds until somebody is answered."""
        begun = self.timers.now
        for _ in range(most):
            if found := [instant for instant, who, _ in self.answered if who == person and instant >= begun]:
                return found[0] - begun
            await self.pass_(1)
        raise AssertionError(f"no answer in {most} s")


@pytest.fixture
def group(redis: Redis) -> Group:
    return Group(redis)


async def test_a_bystander_is_refused_within_seconds_beside_a_busy_game_and_somebody_s_wrong_moves(
    group: Group,
) -> None:
    async with group.desk.open():
        playing = asyncio.create_task(group.play_on())
        for second in range(120):
            await group.desk.say("/play bad", KIRAZ, later=second)
            await group.pass_(1)
        await group.desk.say("/play bad", LIMON, later=120)
        assert await group.until_answered(LIMON, 600) < 40
        waiting = (await group.desk.left())[0]
        assert waiting <= 2, "of the one who goes on the newest waits, and a word perhaps"
        playing.cancel()
        await group.pass_(60)
        await group.desk.empty()
    assert (await group.desk.left()) == (0, 0)


async def test_the_answers_that_wait_for_a_chat_are_bounded_and_what_is_left_out_is_made_known(group: Group) -> None:
    group.limiter.refused(GROUP, 600)
    async with group.desk.open():
        for person in range(1000, 1100):
            await group.desk.say("/play bad", person)
        await group.desk.say("/play good", LIMON)
        await settled()
        waiting = (await group.desk.left())[0]
        assert waiting == 21, "twenty, and the word"
        assert group.played == ["play good"]
        await group.pass_(720)
        await group.desk.empty()
    assert group.desk.crowded == [True], "one word for all"
    assert len(group.answered) == 20 + 1
    assert (await group.desk.left()) == (0, 0)


async def test_the_look_ups_of_fifty_people_bury_nobody_s(group: Group) -> None:
    async with group.desk.open():
        for number in range(12):
            for person in range(1000, 1050):
                await group.desk.say(f"/word {number}", person)
        await group.desk.say("/word bystander", LIMON)
        await group.desk.say("/score", NANE)
        await group.desk.say("/score", KIRAZ)
        waiting = (await group.desk.left())[0]
        assert waiting <= 210
        assert await group.until_answered(LIMON, 3600) < 53 / 15 * 60 + 60, "behind one look of each"
        await group.pass_(1200)
        await group.desk.empty()
    answered = [what for _, _, what in group.answered]
    assert answered.count("score") == 1, "those alike are answered together"
    assert {who for _, who, what in group.answered if what == "word 0"} >= set(range(1000, 1050))
    assert 1 <= len(group.desk.calmed) <= 3, "who asked too much is told, all in one word"
    assert group.desk.crowded[0]
    assert (await group.desk.left()) == (0, 0)


async def test_looks_alike_do_not_pile_up_where_nobody_s_share_is_counted(redis: Redis) -> None:
    group = Group(redis)
    group.desk = Desk(redis, counted=False)
    group.desk.work = group.answer
    group.limiter.refused(GROUP, 60)
    async with group.desk.open():
        await group.desk.say("/rules")
        await settled()
        for person in range(1000, 2000):
            await group.desk.say("/score", person)
        await settled()
        assert (await group.desk.left())[0] == 2
        await group.pass_(120)
        await group.desk.empty()
    assert [(who, what) for _, who, what in group.answered] == [(KIRAZ, "rules"), (1999, "score")]


async def test_a_good_move_beyond_one_s_share_is_played_and_a_bad_one_is_not_answered(group: Group) -> None:
    async with group.desk.open():
        for number in range(30):
            await group.desk.say(f"/play bad {number}", KIRAZ)
            await group.pass_(0)
        await group.desk.say("/play good", KIRAZ)
        await group.pass_(100)
        await group.desk.empty()
    assert group.played == ["play good"]
    assert len(group.desk.calmed) == 1


async def test_of_what_somebody_sends_at_once_beyond_their_share_the_last_is_done(group: Group) -> None:
    free = asyncio.Event()
    done = list[str]()

    async def held(request: Request) -> None:
        await free.wait()
        done.append(said(request))

    group.desk.work = held
    async with group.desk.open():
        for number in range(300):
            await group.desk.say(f"/play {number}", KIRAZ)
        await group.desk.say("/play other", LIMON)
        free.set()
        await group.desk.empty()
    assert done == [*(f"play {number}" for number in range(10)), "play 299", "play other"]


async def test_good_moves_beyond_one_s_share_have_an_end_too(group: Group) -> None:
    async with group.desk.open():
        for number in range(40):
            await group.desk.say(f"/play good {number}", KIRAZ)
            await group.pass_(2)
        await group.desk.empty()
    assert len(group.played) == 15
    assert len(group.desk.calmed) == 1


async def test_who_goes_on_beyond_their_share_is_told_again_every_half_minute(group: Group) -> None:
    async with group.desk.open():
        for tenth in count():
            if tenth > 1000:
                break
            await group.desk.say(f"/play bad {tenth}", KIRAZ, later=tenth / 10)
            await group.pass_(tenth % 10 == 0)
        await group.pass_(60)
        await group.desk.empty()
    assert len(group.desk.calmed) == 4, "at 1, 31, 61 and 91 s"
    assert group.desk.crowded == [False] * 4


async def test_a_word_that_cannot_be_sent_is_given_up_however_many_it_comes_to_serve(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ingress.consumer._MOST_PLAYS", 0)
    desk, people = Desk(redis, patient=False), count(1000)

    async def away(_: Request) -> None:
        person = next(people)
        if person < 1030:
            await desk.say("/play", person)
        raise Unreachable("Bad Gateway (502)")

    desk.calming = away
    async with desk.open():
        await desk.say("/play", KIRAZ)
        await desk.empty()
    assert next(people) == 1012, "eleven more tries"
    assert await desk.left() == (0, 1)
