# A review of one's own move in a private game against a computer: the better one, and why.

review-better = 🔍 <b>{ $turn }</b>: { $sentence }
review-best = ✓ <b>{ $turn }</b>: { $sentence }

## The offer, once after the first finished game
reviews-offer = 🔍 In board games against a computer, shall I tell you after each of your moves which one would have been better, and why? You can change that in { COMMAND("settings") }.
button-reviews-on = 🔍 Yes, tell me

## The setting
settings-name-reviews = 🔍 Move reviews
settings-about-reviews =
    When you play a board game against a computer in this chat, should I tell you after each of your moves which one would have been better and why, with a small picture?
    • <b>Off</b>: I don’t
    • <b>On</b>: I write once your move stands, and the game doesn’t wait for me
value-reviews-off = Off
value-reviews-on = On
