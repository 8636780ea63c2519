## Oyunun sonu: resimde ve altında
ended-margin = Fark: <b>{ $margin }</b> puan
best-word = En iyi kelime: <b>{ $word }</b>, { $score } puan ({ $name })
best-play = En iyi hamle: { $cell } { $way } <b>{ $word }</b>, { $score } puan ({ $name })
best-turn = En iyi hamle: <b>{ $words }</b>, { $score } puan ({ $name })
final-won = kazandı
final-won-by = { $margin } puan farkla kazandı
final-draw = Oyun berabere bitti
final-cancelled = Oyun iptal edildi
final-best-word = En iyi kelime
final-best-play = En iyi hamle
