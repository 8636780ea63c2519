## Düplikat: turun mesajı
button-duplicate-answer = 🔤 Cevapla
button-duplicate-close = ⏹ Turu kapat
button-duplicate-next = ⏭ Sonraki tur
duplicate-round = <b>{ $round }. tur</b>
duplicate-round-of = <b>Tur { $round }/{ $rounds }</b>
duplicate-time = ⏱ { $time }
duplicate-time-left = { $round }. tur: <b>{ $time }</b> kaldı
duplicate-answered = { $count } kişi cevapladı
duplicate-unanswered-yet = henüz kimse cevaplamadı
duplicate-had-answered = { $count } kişi cevapladı
duplicate-how = “{ button-duplicate-answer }” düğmesine dokunun: bulduğunuzu yalnız siz görürsünüz.
duplicate-how-else = Son cevabınız geçerlidir. Burada bir kez cevap verince bana özelden de yazabilirsiniz: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
duplicate-how-strict = Sözlükte olmayan kelime 0 puandır, bunu tur kapanınca öğrenirsiniz.
duplicate-drawing = Yeni taşlar çekiliyor.
duplicate-next = sonraki tura { $time }
duplicate-game = <b>{ $game }</b>

## Düplikat: sonuçlar
duplicate-top = <b>{ $round }. tur</b> · { $cell } { $way } <b>{ $word }</b> { $score }
duplicate-found = 🏆 { $names }
duplicate-more = { $names } + { $count }
duplicate-unfound = En iyi hamleyi kimse bulamadı
duplicate-unanswered = Kimse cevaplamadı
duplicate-reason-blanks = En çok puan getiren birkaç kelime vardı. { $word } en az joker kullanıyor.
duplicate-reason-kept = En çok puan getiren birkaç kelime vardı. { $word } geriye en dengeli ünlü ve ünsüzleri bırakıyor.
duplicate-reason-tiles = En çok puan getiren birkaç kelime vardı. { $word } en az taş kullanıyor.
duplicate-reason-word = En çok puan getiren birkaç kelime vardı. { $word } alfabede önce geliyor.
duplicate-reason-place = En çok puan getiren birkaç hamle vardı. { $word } sol üste en yakını.
duplicate-reason-blank = En çok puan getiren birkaç hamle vardı. { $word } jokeri en sona koyuyor.
duplicate-solo = 🎖 En iyi hamleyi tek başına { $name } buldu: +{ $points }
duplicate-percent = %{ $whole },{ $tenths }
duplicate-rounds = { $first }–{ $last }. turlar
duplicate-tops = { $count } en iyi hamle
duplicate-solos = 🎖 { $count }
duplicate-others = … ve { $count } kişi daha
duplicate-top-points = en iyilerin toplamı { $points }
duplicate-no-scores = Henüz puan alan yok.
duplicate-bag =
    Torbada <b>{ $bag }</b> taş var (toplam { $tiles }):
    { $unseen }

## Düplikat: bitiş
ended-rounds = Bütün turlar oynandı.
ended-tiles = Taşlar bitti.
ended-vowels = Ünlüler bitti.
ended-consonants = Ünsüzler bitti.
ended-noplay = Oynanacak hamle kalmadı.
ended-stopped = Oyun erken bitirildi. Kapanan turlar geçerli.
duplicate-nobody = 🏁 <b>Oyun bitti.</b> Kimse cevaplamadı.

## Düplikat: kurucu
duplicate-closing = Tur birazdan kapanıyor.
duplicate-close-again = Turu şimdi kapatmak için 5 saniye içinde bir daha dokunun.
duplicate-goes-on = Sonraki tur geliyor.
stop-sure = { $name }, oyun şimdi bitsin mi? Kapanan turlar sayılır, açık olan sayılmaz.
button-stop = ⏹ Bu sonuçla bitir

## Düplikat: yardım
help-duplicate =
    <b>Her turda</b>
    Herkesin taşları aynıdır. Resmin altındaki “{ button-duplicate-answer }” ile cevaplayın ya da bana özelden yazın: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } (jokeri köşeli paranteze alın: { $blank }). Süre dolmadan verdiğiniz son cevap geçerlidir. Sıra beklenmez, cevaplayarak her an katılabilirsiniz.
inline-how-duplicate = Inline modda: <code>@{ $bot } { $cell } { $sample }</code> (adınızı gösterir, hamlenizi değil)
help-duplicate-host = Kurucu, dakikalık bir turu süresinin yarısı geçince “{ button-duplicate-close }” düğmesine iki kez dokunarak kapatabilir, arayı “{ button-duplicate-next }” ile atlayabilir. <code>{ COMMAND("cancel") }</code> oyunu o anki sonuçla bitirir.
help-look-duplicate =
    <b>Bakmak için</b>
    { COMMAND("rack") } tahtanızı yalnız size açar · { COMMAND("board") } tahtayı gösterir ({ COMMAND("board") } { TYPED("answers.text") }: yazıyla) · { COMMAND("score") } sıralamayı gösterir · { COMMAND("bag") } torbada kalanları gösterir · { COMMAND("clock") } kalan süreyi gösterir

## Düplikat: kurallar
rules-duplicate-head = <b>{ $game }</b>: en çok { $most } oyuncu, { $columns }×{ $rows } tahta, { $tiles } taş ({ $blanks } joker), rafta { $rack } taş.
rules-part-round = Turlar
rules-duplicate-round = • Herkesin taşları ve tahtası aynıdır, cevaplar gizlidir. Süre dolunca en çok puan getiren hamle herkes için tahtaya konur ve yeni taşlar çekilir.
rules-duplicate-answer = • Süre dolmadan verdiğiniz son cevap geçerlidir, kilitlemeden önce geri alabilirsiniz. Son zamanlarda cevaplayan herkes kilitleyince tur erken kapanır.
rules-duplicate-enter = • Sıra yoktur, kimse beklenmez. Cevaplayan, hangi turda olursa olsun oyundadır.
rules-duplicate-rack = • 1–{ $rich }. turlarda taşlarda, olabiliyorsa, en az iki ünlü ve iki ünsüz, sonra birer tane olur. Olmazsa hepsi geri konur. En iyi hamleden artan taşlar kalır.
rules-duplicate-checked = • Sözlükte olmayan bir kelime içeren cevap hemen reddedilir, önceki cevabınız kalır.
rules-duplicate-strict = • Sözlükte olmayan kelime 0 puandır, bunu tur kapanınca öğrenirsiniz. O sırada kelimelere bakılamaz.
rules-duplicate-points = • Tahtaya ne konursa konsun, kendi hamlenizin puanını alırsınız. En iyi hamle kadar puan alan onu bulmuş sayılır.
rules-duplicate-solo = • En az on kişinin puan aldığı turda en iyi hamleyi tek kişi bulursa { $points } puan fazladan alır.
rules-duplicate-ties = • Eşit en iyilerden en az jokerli olan, sonra geriye en dengeli ünlü ve ünsüzleri bırakan, sonra en az taşlı, sonra alfabede önce gelen konur.
rules-duplicate-end = • Oyun, kararlaştırılan turlardan sonra ya da ünlüler, ünsüzler, taşlar veya hamleler bitince biter. Toplamı en yüksek olan kazanır.
rules-duplicate-percent = • Yüzde, ilk cevabınızdan beri en iyi hamlelerin puanlarından aldığınız paydır.

## Düplikat: reddedilenler
refusal-answer-late = { $number }. tur bitti: cevabınızdan önce süre doldu.
refusal-answer-locked = Bu turdaki cevabınızı kilitlediniz.
refusal-game-full = Bu oyunda { $most } kişi cevaplıyor, başka yer yok.
refusal-half-not-over = Tur, süresinin yarısı dolunca kapatılabilir: { $seconds } saniye sonra.
refusal-only-host = Bunu yalnızca masanın kurucusu yapabilir.
refusal-not-in-pause = Oyun çoktan sürüyor.
refusal-nothing-to-lock = Kilitlenecek cevabınız yok.
refusal-nothing-to-withdraw = Geri alınacak cevabınız yok.
refusal-round-is-slow = Yalnızca dakikalık turlar erken kapatılabilir.
refusal-round-over = { $number }. tur bitti. Sonraki tur en yeni mesajda.
refusal-wrong-search = Yeni taşlar bir daha çekilecek.

## Düplikat: seçenekler
option-round = Tur süresi
option-rounds = Tur sayısı
option-answers = Geçersiz kelime
option-pause = Tur arası
option-solo = Tek başına bulana
value-rounds-all = taşlar bitene kadar
value-answers-checked = hemen reddedilir
value-answers-strict = tur sonunda 0 puan
value-solo-off = ödül yok
about-option-round = Bir tur ne kadar açık kalsın? Bir iki dakikayla hep birlikte şimdi oynanır, saatlerle herkes vakti olunca.
about-option-rounds = Oyun kaç tur sürsün?
about-option-answers = Sözlükte olmayan kelime içeren cevap hemen mi reddedilsin, yoksa tur kapanınca 0 puan mı alsın?
about-option-pause = Yeni taşlar gelmeden önce sonuca ne kadar bakılsın?
about-option-solo = En iyi hamleyi en az on kişi arasında tek başına bulan kaç puan alsın?
preset-about-relaxed-duplicate = oyunun kendi kuralları
preset-about-fast-duplicate = tur başına bir dakika, kısa aralar
preset-about-tournament-duplicate = bütün turlar, geçersiz kelime 0 puan
motif-duplicate = DÜPLİKAT
