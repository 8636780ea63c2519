"""What a finished game's proof says of the game that was really played over the chat."""

from engine.proof import read
from engine.verify import rejudge, verify
from tests.e2e.stage import Stage


async def check(stage: Stage, chat: int, person: int) -> None:
    """Ask for the proof in a chat where a game is over, and have it agree with what it says, word by word."""
    calls = stage.playground.journal.entries()
    stage.playground.world.say(person, chat, "/kanit")
    sent = await stage.call("sendDocument", after=calls[-1].number)
    proof = read(stage.playground.files.get(sent.result["document"]["file_id"]).upload.content)
    report = verify(proof)
    assert report.differences == ()
    assert report.entries == len(proof.log)
    assert rejudge(proof).difference is None
