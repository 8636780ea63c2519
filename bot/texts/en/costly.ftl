# The costliest moves of a finished game.

button-costly = 🔍 My costliest moves
button-costly-before = ◀
button-costly-next = ▶
costly-head = 🔍 <b>{ $name }</b>: costliest moves ({ $number }/{ $count })
costly-move = <b>{ $turn }</b>: { $sentence }
costly-none = 🔍 <b>{ $name }</b>: no costly moves. Every move was as good as the best one.
costly-none-short = You made no costly moves. Every move was as good as the best one.
costly-unjudged = 🔍 <b>{ $name }</b>: none of the moves could be judged.
costly-unjudged-short = None of your moves could be judged.
costly-being-analysed = I’m analysing the game. The result will be in this chat in a few minutes at most.
costly-being-analysed-alone = I’m analysing the game. You’ll have the result in a few minutes at most: only you will see it, here or in our private chat.
costly-above = I’ve just sent that, a little further up.
costly-failed = I couldn’t analyse this game.
refusal-costly-not-yours = I only show this to people who played in the game.
refusal-costly-page-not-yours = Only the player who made these moves can turn this page.

## The setting
settings-name-analysis = 🔍 Costliest moves
settings-about-analysis =
    Whoever taps “{ button-costly }” below a finished game is told their costliest moves. Who should see the answer?
    • <b>Only whoever tapped</b>: nobody else sees it
    • <b>Everyone</b>: I post it in the group
value-analysis-alone = Only whoever tapped
value-analysis-all = Everyone
