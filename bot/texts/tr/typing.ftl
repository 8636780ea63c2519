## Inline mod: botun adından sonra yazılanlar
# Başlık ve açıklamayı yalnızca yazan kişi görür; “inline-posted” seçilince sohbete yazılan metindir.
inline-your-turn = Sıra sizde
inline-turn = Sıra: { $name }
inline-no-tiles = Rafınız boş
inline-fit = { $move } · { $score } puan
inline-plays = Seçerseniz oynanır
inline-pass = Pas geçin
inline-exchange = Değiştir: { $tiles }
inline-words = ✓ sözlükte var
inline-more = { $count } yer daha var
inline-narrow = Satır, sütun ya da hücre de yazın
inline-neutral = Seçerseniz hamle yapılmaz, harfleriniz görünmez
inline-posted = 🔤 Bu bir hamle değil: rafları ve önizlemeleri yalnızca sahipleri görür.
inline-no-game = Şu anda oynadığınız bir oyun yok
inline-no-game-how = Bir grupta { COMMAND("new") } yazarak masa açın
inline-way-in = Bota özelden yazın
inline-how = Kimse görmeden: <code>{ $bot }</code> yazıp boşluk bırakın, sonra { $cell } { TYPED("directions.across") } { $sample }
inline-rack = <code>{ $bot }</code> yazıp boşluk bırakın: hangi sohbette olursanız olun taşlarınızı yalnızca siz görürsünüz
refusal-other-table = Bu hamle başka bir masa için hazırlanmıştı, oynanmadı. Hamleyi oyunun kendi sohbetinde seçin.
refusal-earlier-turn = Bu değişim önceki bir sıranız için hazırlanmıştı, hiçbir taş değiştirilmedi. Yeniden yazın.

## Önce kelime: yerleri gösterilen kelimeler
places-which = <b>{ $word }</b> nereye konsun?
places-only = <b>{ $word }</b> yalnızca şuraya konabiliyor: { $place }. Oynayayım mı?
places-only-score =
    <b>{ $word }</b> yalnızca şuraya konabiliyor: { $place }, { $score } puan. Oynayayım mı?
places-scores = Puanlar: { $scores }
button-put = ▶️ Oyna
button-sums = 👁 Puanlar
button-more-places = Daha fazla …
place-scored = { $score } · { $place }
place-up-to = en çok { $score } · { $place }

## Yön yazılmayan hamleler
reading-asks = Yön yazmadan <code>{ COMMAND("play") } H8 KALEM</code> derseniz: tek yöne konabiliyorsa oynarım, iki yöne de konabiliyorsa hangisi olduğunu sorarım. (<code>8H KALEM</code> her zaman yataydır.)
reading-gcg = Yön yazmadan <code>{ COMMAND("play") } H8 KALEM</code> derseniz, GCG kayıtlarındaki gibi dikey okurum. (<code>8H KALEM</code> her zaman yataydır.)
reading-chosen = Tamam, bundan sonra böyle okuyacağım.
button-reading-gcg = Hep dikey oku (GCG)
button-reading-ask = İki yön de olursa sor

## Yardım
help-word-first =
    <b>Hamle</b>
    { COMMAND("play") } { $sample } yazıp bir yere dokunun, ya da: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }, kısaca { $row }{ $column } { $sample } ({ COMMAND("reading") }: { $cell } { $sample }). Tahtaya yanıt verirken { COMMAND("play") } gerekmez.

## Önizleme
try-unjudged = Kelimelerin geçerli olup olmadığına burada bakılmaz.
try-words-good = Kelimelerin hepsi sözlükte var.
try-words-bad = Sözlükte yok: { $words }
