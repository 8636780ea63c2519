## Resimler: komutlar
command-theme = Resimlerin teması: koyu, açık, karşıtlık, ahşap
command-try = Özelde: hamleyi oynamadan görün: H8 yatay KALEM

## Temalar
choose-theme = Resimler hangi temada olsun?
value-theme-light = ☀️ Açık
value-theme-dark = 🌙 Koyu
value-theme-contrast = 👁 Yüksek karşıtlık
value-theme-wood = 🪵 Ahşap
theme-chosen = Bu sohbetin resimleri bundan sonra böyle görünecek: { $theme }
theme-sample = KALEM
refusal-unknown-theme = “{ $typed }” diye bir tema bilmiyorum. Temalar: açık, koyu, karşıtlık, ahşap

## Masanın kartı
motif-kelimelik = KELİMELİK
motif-scrabble = SCRABBLE
motif-tournament = TURNUVA
motif-wordbox = WORDBOX
motif-klepka = KLEPKA
lobby-waiting = Oyuncu bekleniyor
lobby-ready = Oyun başlayabilir
lobby-tiles = { $count } taş
lobby-cards = { $count } kart
lobby-host = kurucu
lobby-needed = oyuncu aranıyor
lobby-free = boş yer

## Hamle denemek
try-in-private = Önizleme taşlarınızı herkese gösterirdi. Aynı hamleyi özel sohbette /dene ile yazın.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> puan
    { $sum }
    <i>Önizlemedir, yalnız siz görürsünüz. Kelimelerin geçerli olup olmadığına burada bakılmaz.</i>
    { $turn }
try-later = Sıra { $name } adlı oyuncuda; size gelene dek tahta değişebilir.
refusal-empty-try = Denemek istediğiniz hamleyi de yazın: /dene H8 yatay KALEM
button-lay = ▶️ Bu hamleyi oyna
