guess-motif = GUESS
lobby-guess = { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}
guess-started = The word has { $letters ->
    [one] { $letters } letter
   *[other] { $letters } letters
}. First: { $name }.
guess-made = { $name } guesses { $word }: { $marks }, { $score ->
    [one] { $score } point
   *[other] { $score } points
}
guess-peeked = { $name } looked at a letter.
guess-peek-told = The word: { $hint }
guess-turns = Turns taken: { $taken } of { $most }
guess-word = The word was { $word }.
ended-solved = Solved!
ended-spent = All turns are taken.
button-guess-peek = Look at a letter
rules-guess = { $game }: guess the word of { $letters ->
    [one] { $letters } letter
   *[other] { $letters } letters
} in { $rounds ->
    [one] { $rounds } turn
   *[other] { $rounds } turns
} each.
help-guess = Reply with a word and a question mark: CRANE? Or write { COMMAND("guess") } CRANE.
help-guess-look = { COMMAND("board") } shows the guesses.
refusal-wrong-length = { $word } has not { $letters ->
    [one] { $letters } letter
   *[other] { $letters } letters
}.
refusal-peeked-already = You have looked at a letter already.
option-guesses = Turns
value-guesses-4 = four each
value-guesses-6 = six each
value-guesses-8 = eight each
