# Hints: nobody but the asker sees them
hint-about = 💡 A hint reveals the best turn in four steps: where it is, how long it is, its first letter, the whole play. Only you see it.
hint-price = Each step takes { $price } { $price ->
    [one] point
   *[other] points
  } off your score at the end.
hint-where-row = 💡 The best play is in row { $line }.
hint-where-column = 💡 The best play is in column { $line }.
hint-length-play = The word has { $count } { $count ->
    [one] letter
   *[other] letters
  }.
hint-first-play = Its first letter: { $letter }
hint-play = 💡 The best play: { $cell } { $way } <b>{ $word }</b>, { $score } { $score ->
    [one] point
   *[other] points
  }
hint-exchange = 💡 Exchanging tiles is better now than any play.
hint-length-exchange = Tiles to exchange: { $count }
hint-first-exchange = One of them: { $letter }
hint-exchange-tiles = 💡 The best turn is to exchange these tiles: <b>{ $tiles }</b>
hint-pass = 💡 You have no word to play and can’t exchange tiles. Write { COMMAND("pass") }.
hint-sent = 💡 I’ve sent the hint to our private chat.
hint-needs-private = I can’t write to you until you open our private chat. Open it, then write { COMMAND("hint") } again. A step you’ve already been told won’t cost you again.
button-hint-1 = { $priced ->
    [yes] 💡 Where is it? (−{ $price })
   *[no] 💡 Where is it?
  }
button-hint-2 = { $priced ->
    [yes] 💡 How long is it? (−{ $price })
   *[no] 💡 How long is it?
  }
button-hint-3 = { $priced ->
    [yes] 💡 Its first letter? (−{ $price })
   *[no] 💡 Its first letter?
  }
button-hint-4 = { $priced ->
    [yes] 💡 The whole play (−{ $price })
   *[no] 💡 The whole play
  }
button-hint-play = ▶️ Play it
