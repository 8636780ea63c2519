## Temalar
choose-theme = Resimler hangi temada olsun?
value-theme-light = ☀️ Açık
value-theme-dark = 🌙 Koyu
value-theme-contrast = 👁 Yüksek karşıtlık
value-theme-wood = 🪵 Ahşap
theme-chosen = Bundan sonra bu sohbetin resimleri böyle görünecek: { $theme }
sample-word = KALEM
sample-word-blank = KA[L]EM
refusal-unknown-theme = “{ $typed }” diye bir tema yok. Temalar: { TYPED("themes.light") }, { TYPED("themes.dark") }, { TYPED("themes.contrast") }, { TYPED("themes.wood") }
choose-labels = Tahtadaki hücre yazıları (H², K³ gibi) hangi dilde olsun?
value-labels-chat = 💬 Sohbetin dilinde
value-labels-game = 🎲 Oyunun dilinde
labels-chat-chosen = Bundan sonra tahtadaki hücre yazıları bu sohbetin dilinde olacak.
labels-game-chosen = Bundan sonra tahtadaki hücre yazıları oyunun kendi dilinde olacak.
refusal-unknown-labels = “{ $typed }” seçeneğini bilmiyorum. { COMMAND("labels") } { TYPED("labels.chat") } ya da { COMMAND("labels") } { TYPED("labels.game") } yazın.

## Masanın kartı
motif-kelimelik = KELİMELİK
motif-scrabble = SCRABBLE
motif-tournament = TURNUVA
motif-wordbox = WORDBOX
motif-klepka = КЛЕПКА
lobby-waiting = Oyuncu bekleniyor
lobby-ready = Oyun başlayabilir
lobby-host = kurucu
lobby-needed = oyuncu aranıyor
lobby-free = boş yer
lobby-full =
    🎲 Masa dolu: <b>{ $game }</b>, { $pieces }
    Oturanlar ({ $seated }/{ $most }): { $names }
    { $terms }

    Oyunu başlatmak için { COMMAND("begin") } yazın.
    Kura mührü (SHA-256): <code>{ $commitment }</code>

## Hamle denemek
try-in-private = Önizlemeyi burada göstersem taşlarınızı herkes görürdü. Aynı hamleyi özel sohbetimizde { COMMAND("try") } ile yazın.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> puan
    { $sum }
    <i>Bu önizlemeyi yalnızca siz görüyorsunuz. { $note }</i>
    { $turn }
try-later = Sıra { $name } oyuncusunda; size gelene kadar tahta değişebilir.
refusal-empty-try = Denemek istediğiniz hamleyi de yazın: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Bu hamleyi oyna
