## Duplicate: one’s own answer
# Nobody but whoever answers reads these, but for “answer-posted”, which their choice posts under their name.
button-answer = ✅ Answer { $word } · { $score }
button-answer-lock = 🔒 Lock it (final)
button-answer-withdraw = ↩️ Take it back
button-answer-board = 🔤 My board
answer-play = <b>{ $word }</b> { $place }, <b>{ $score }</b> { $score ->
        [one] point
       *[other] points
    }
answer-none = You haven’t answered this round yet.
answer-stands = ✅ Your answer: { $play }
answer-stands-strict = ✅ Your answer: { $play } if its words count
answer-locked = 🔒 Locked: { $play }
answer-locked-strict = 🔒 Locked: { $play } if its words count
answer-until = ⏱ { $time }
answer-may-change = Until then you can answer again, take it back, or lock it.
answer-is-final = 🔒 Your answer is locked for this round.
answer-no-verdict = Whether its words count is only known when the round closes.
answer-round-over = Round { $number } is closed.
answer-round-closed = <i>⏰ That round is closed.</i>
answer-next-rack = The next rack comes in a moment.
answer-which-place = Tap a place to answer with it.
answer-in-open = 🤫 Answers are secret here, so I don’t take them where everybody can read them. Tap “{ button-duplicate-answer }”, or write yours to me in private.
answer-inline = Choosing it answers, and I confirm it in private. The chat only sees that you’ve answered
answer-posted = ✅ I’ve answered.
