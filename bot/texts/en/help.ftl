## Help: without a table
help-start =
    <b>Harfiyen</b> hosts word games in groups.

    <b>To begin</b>
    Choose a game with /new, sit down with /join, start with /begin. /leave gets you up again, /cancel closes the table.
    Options are behind the button ⚙️, or follow the game’s name: /new scrabble-en clock=25min challenge=double

    <b>Games</b>
    { $games }

    <b>More</b>
    /help klepka tells a game’s commands, /rules klepka its rules; once a table is open, without the name.
    /word BOARD looks a word up · /theme dark the theme of the pictures · /language the chat’s language
help-start-game = <code>/new { $id }</code> { $game }
help-member = Where the bot is not an administrator of the group, add its name to commands: { $example }

## Help: a game's commands
help-head = <b>{ $game }: commands</b>
help-move =
    <b>Your move</b>
    /play H8 across WORD or /play H8 down WORD; in short 8H WORD across, H8 WORD down. In reply to the picture of the board, leave out /play.
    Write the whole word, letters on the board included. A blank goes in brackets: WO[R]D
    /try H8 across WORD, in the private chat: how a move would look and what it would score
    /exchange 1 3 5 exchanges the tiles at those places of your rack · /pass passes · /surrender gives up
help-challenge = /challenge challenges the last play, /challenge WORD that word alone
help-draw = /draw offers a draw; /draw yes or /draw no answers an offer
help-look =
    <b>To look at</b>
    /rack your rack, in private · /board the board, in letters: /board text · /score the scores · /bag what is left in the bag
help-cards =
    <b>Cards</b>
    /flip 12 34 turns these cards up; so do the buttons, or the reply “12 34” to the picture
    /form СЛОВО forms a word of your cards; a letter that polysemy stands for goes in brackets: /form м[о]л[о]к[о]
    /pass declines to turn up more; with the table empty it says that you form no word
    /trade О 2 А gives your О for the А of player 2 (or of whom you mention or reply to); where colours matter: Ож yellow, Ос blue
    /chaos mixes the cards on the table · /surrender gives up
help-look-cards =
    <b>To look at</b>
    /board the table, in letters: /board text · /score the scores and everybody’s cards · /bag how many cards are left on the table
help-word = /word WORD looks a word up
help-clock = /clock the time left · /pause and /resume stop and start the clocks (administrators)
help-table =
    <b>Table and chat</b>
    /join sits down · /leave gets up · /begin begins · /cancel closes the table · /rules the rules
    /theme dark the theme of the pictures · /language the chat’s language · /addword WORD and /removeword WORD the chat’s own words, from the next game on (administrators); a table without them has chat-words=off
    The commands of another game: /help { $other }
