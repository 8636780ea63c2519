guess-motif = ВГАДАЙ
lobby-guess = { $count ->
    [one] { $count } літера
    [few] { $count } літери
    [many] { $count } літер
   *[other] { $count } літери
}
guess-started = У слові { $letters ->
    [one] { $letters } літера
    [few] { $letters } літери
    [many] { $letters } літер
   *[other] { $letters } літери
}. Перший хід: { $name }.
guess-made = { $name }: { $word }, { $marks }, { $score ->
    [one] { $score } бал
    [few] { $score } бали
    [many] { $score } балів
   *[other] { $score } бала
}
guess-peeked = { $name }: підглянута літера.
guess-peek-told = Слово: { $hint }
guess-turns = Ходів: { $taken } з { $most }
guess-word = Слово: { $word }.
ended-solved = Відгадано!
ended-spent = Ходи скінчилися.
button-guess-peek = Підглянути літеру
rules-guess = { $game }: відгадайте слово ({ $letters ->
    [one] { $letters } літера
    [few] { $letters } літери
    [many] { $letters } літер
   *[other] { $letters } літери
}) за { $rounds ->
    [one] { $rounds } хід
    [few] { $rounds } ходи
    [many] { $rounds } ходів
   *[other] { $rounds } ходу
}.
help-guess = Відповідайте словом зі знаком питання: CRANE? Або напишіть { COMMAND("guess") } CRANE.
help-guess-look = { COMMAND("board") } показує спроби.
refusal-wrong-length = { $word }: не { $letters ->
    [one] { $letters } літера
    [few] { $letters } літери
    [many] { $letters } літер
   *[other] { $letters } літери
}.
refusal-peeked-already = Ви вже підгледіли літеру.
option-guesses = Ходи
value-guesses-4 = по чотири
value-guesses-6 = по шість
value-guesses-8 = по вісім
