## Önce kelime: yerleri gösterilen kelimeler
places-which = <b>{ $word }</b> nereye konsun?
places-only = <b>{ $word }</b> yalnızca şuraya konabiliyor: { $place }. Oynayayım mı?
places-only-score =
    <b>{ $word }</b> yalnızca şuraya konabiliyor: { $place }, { $score } puan. Oynayayım mı?
places-more = { $count } yer var, bunlar ilk { $most } tanesi. Ötekiler için satırı ya da sütunu da yazın: <code>{ COMMAND("play") } { $word } 8</code>, <code>{ COMMAND("play") } { $word } H</code>
places-scores = Puanlar: { $scores }
button-put = ▶️ Oyna
button-sums = 🔢 Puanlar
