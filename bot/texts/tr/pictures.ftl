## Temalar
choose-theme = Resimler hangi temada olsun?
value-theme-light = ☀️ Açık
value-theme-dark = 🌙 Koyu
value-theme-contrast = 👁 Yüksek karşıtlık
value-theme-wood = 🪵 Ahşap
theme-chosen = Bundan sonra bu sohbetin resimleri böyle görünecek: { $theme }
sample-word = KALEM
sample-word-blank = KA[L]EM
greeting-word = HARF
greeting-player = Siz
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
    🎲 Masa dolu: <b>{ $game }</b>
    Oturanlar ({ $seated }/{ $most }): { $names }
lobby-alone =
    🎲 Yalnızca size açık masa: <b>{ $game }</b>
    Oturanlar ({ $seated }/{ $most }): { $names }

## Önizleme: hamleyi oynamadan görmek
try-in-private = Önizlemeyi burada göstersem taşlarınızı herkes görürdü. Aynı hamleyi özel sohbetimize { COMMAND("try") } ile yazın.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> puan
    { $sum }
    <i>Bu önizlemeyi yalnızca siz görüyorsunuz. { $note }</i>
    { $turn }
try-later = Sıra: { $name }. Size gelene kadar tahta değişebilir.
refusal-empty-try = Önizlemek istediğiniz hamleyi de yazın: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Bu hamleyi oyna

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

## Kanıt: taşların dürüstçe çekildiği, oyun bitince
button-proof = 📄 Kanıt
proof =
    🔏 <b>Kura kanıtı:</b> { $game }
    Mühür (SHA-256): <code>{ $seal }</code>
    Sır: <code>{ $secret }</code>
    Oturma sırası: { $seats }
    Başlatan mesaj: { $message }
    Tohum: <code>{ $seed }</code>
proof-hashes = Mühür, yalnızca sırrın özetidir (hash). İlk haneleri, ilk taş çekilmeden masanın mesajında gösterildi. Tohum ise sırrın, oturma sırasının ve o mesajın birlikte özetidir. Bütün çekilişler ondan çıkar.
proof-check = Mührün ilk haneleri, masanın mesajlarında 🔏 yanında duranlarla aynı olmalı. Gerisini şu komut denetler: <code>harfiyen verify { $file }</code>
proof-no-gcg = Bu oyun tahtada oynanmadığı için GCG dosyası yok.
proof-no-files = Bu sohbette dosya gönderemiyorum. Oynayanlar dosyaları özel sohbetimizde { COMMAND("proof") } yazarak alabilir.
proof-above = Kanıtı az önce gönderdim, biraz aşağıda.
proof-which = Hangi oyunun kanıtını istersiniz?
help-proof = { COMMAND("proof") } biten oyunun kura kanıtını size gönderir: sır, bütün turların kaydı, GCG dosyası (gruba: { COMMAND("proof") } { TYPED("answers.group") })
refusal-proof-running = Kanıt oyun bitince verilir: şimdi verilse gizli kalması gereken her şey ortaya çıkardı.
refusal-proof-not-begun = Bu masada oyun henüz başlamadı. Kanıtını oyun bitince alırsınız. Önceki oyunlarınki { COMMAND("history") } altında.
refusal-proof-gone = Kanıtı verilebilecek, bitmiş bir oyun yok. Saklanan oyunları { COMMAND("history") } gösterir.
