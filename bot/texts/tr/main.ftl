# Türkçe metinler. Süslü parantez içindekiler programdan gelir; <b> gibi etiketler Telegram'ın HTML'idir.

language-name = Türkçe

## Düğmeler
button-rack = 🔤 Rafım
button-board = 🗺 Tahta
button-join = ➕ Katıl
button-leave = ➖ Ayrıl
button-begin = ▶️ Başlat
button-surrender = 🏳️ Evet, pes ediyorum
button-play-on = Hayır, devam ediyorum
button-exchange = 🔄 { $count } taşı değiştir
button-mix = 🔀 Karıştır
button-open-private = ✉️ Özel sohbeti aç
button-see-private = ✉️ Özel sohbete git
button-add-to-group = ➕ Bir gruba ekle
button-back-to-group = ↩️ Gruba dön

## Masa
game-stands-in = Bu oyunun Türkçesi yok, onun yerine { $game } açıldı. Türkçe oyunlar: { $games }
button-more-languages = 🌐 Diğer diller
choose-game = Hangi oyunu oynayalım?
lobby =
    🎲 Masa açık: <b>{ $game }</b>
    Oturanlar ({ $seated }/{ $most }): { $names }
lobby-how = Katılmak için { COMMAND("join") } yazın. En az { $least } oyuncu olunca oyunu { COMMAND("begin") } başlatır.
lobby-how-full = Oyunu başlatmak için { COMMAND("begin") } yazın.
lobby-tiles = { $count } taş
lobby-cards = { $count } kart
lobby-closed = Masa kapandı. Yeni masa için { COMMAND("new") } yazın.
seat-taken = { $name } masaya oturdu.
seat-left = { $name } masadan kalktı.
seated = Masaya oturdunuz.
got-up = Masadan kalktınız.
begun = Oyun başladı.

## Oyun
started = <b>Oyun başladı!</b>
started-brief = { started } Sıranız gelince “{ button-rack }” düğmesine dokunun.
started-draw = Kura: { $draws }
started-redraw = Eşitlik oldu, yeniden kura: { $draws }
started-how = Hamlenizi yazabilirsiniz de: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
started-how-private = Hamle: tahtanızın altındaki düğmeler ya da <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
bonus-free = Bonus <b>{ $cell }</b>: +{ $points }
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> puan
turn-brief = <b>{ $name }</b> { $word } <b>+{ $score }</b>
turn-exchanged = <b>{ $name }</b> { $count } taş değiştirdi.
turn-passed = <b>{ $name }</b> pas geçti.
turn-surrendered = 🏳️ <b>{ $name }</b> pes etti.
way-across = { TYPED("directions.across") }
way-down = { TYPED("directions.down") }
part-bingo = bingo { $points }
part-cell = bonus hücresi { $points }
and = {" "}ve{" "}
board-above = Bu tahtayı az önce gönderdim, biraz yukarıda.
legend-double-letter = harf ×2
legend-triple-letter = harf ×3
legend-four-letter = harf ×4
legend-double-word = kelime ×2
legend-triple-word = kelime ×3
legend-four-word = kelime ×4
legend-arrow = → ↓ ← ↑ ok yönündeki kelime ×4
legend-exchange = EX hücresi
legend-centre-double = * orta, kelime ×2
legend-centre = * orta
legend-bonus = + bonus
legend-tile = | taş
legend-last = &gt; son hamle
legend-blank = küçük harf: joker
private-hint = Bilgisayarla oynamak için { COMMAND("computer") }, gruplardaki oyunlarınızda taşlarınıza bakmak için { COMMAND("rack") }, yardım için { COMMAND("help") } yazın.
bag-left = Torbada { $count } taş
turn-next = Sıra: { $name }
run-ends-passes = ⚠️ Bir pas daha geçilirse oyun biter.
run-ends-scoreless = ⚠️ Sıradaki tur da puansız geçerse oyun biter.
turn-none = Oyun bitti.
fits-at = Bu kelime şuraya konabilir: { $places }
surrender-sure = { $name }, pes etmek istediğinizden emin misiniz? Oyunu kaybedersiniz.
surrender-yes = Pes ettiniz.
surrender-no = Oyuna devam!
surrender-not = <b>{ $name }</b> oyuna devam ediyor.
exchange-done = Taşlarınız değişti. Yeni rafınız için { COMMAND("rack") } yazın.
done-in-group = Tamamdır, gruba bildiriyorum.

## Oyun sonu
ended-out = 🏁 <b>Oyun bitti:</b> torba boş, bir oyuncu taşlarını bitirdi.
ended-passes = 🏁 <b>Oyun bitti:</b> arka arkaya { $turns } kez pas geçildi.
ended-passes-each = 🏁 <b>Oyun bitti:</b> herkes arka arkaya { $per_player } kez pas geçti.
ended-scoreless = 🏁 <b>Oyun bitti:</b> arka arkaya { $turns } turda puan alınmadı.
ended-surrender = 🏁 <b>Oyun bitti:</b> rakip kalmadı.
ended-forfeit = 🏁 <b>Oyun bitti:</b> biri dışında herkesin süresi doldu.
ended-time = 🏁 <b>Oyun bitti:</b> süre doldu.
ended-draw = 🏁 <b>Oyun bitti:</b> oyuncular beraberlikte anlaştı.
ended-cancelled = 🏁 <b>Oyun iptal edildi.</b> Kazanan yok.
ended-winner = Kazanan: <b>{ $names }</b>
ended-draw-between = Berabere: <b>{ $names }</b>
seat-called = { $number }. oyuncu
nameless = Oyuncu

## Resimdeki sözler
panel-bag = Torba
panel-turn = Sıra
panel-tiles = { $count } taş
panel-lead = { $points } önde
panel-trial = Önizleme
panel-played = { $word } +{ $score }
panel-exchanged = { $count } taş değiştirdi
panel-passed = pas geçti
panel-surrendered = pes etti

## Raf
own-board-alert =
    Rafınız: { $tiles }
    Torbada { $bag } taş
own-board-caption =
    <b>{ $game }</b> · { $group }
    { $tiles }
    Torbada { $bag } taş. Sıra: { $name }
own-board-caption-on-turn =
    <b>{ $game }</b> · { $group }
    { $tiles }
    Torbada { $bag } taş. <b>Sıra sizde</b>, { $name }!
own-board-sent = Rafınızı özel sohbetimize gönderdim.
own-board-needs-private = Özel sohbetimizi açmadıkça size yazamıyorum. “{ $button }” düğmesine de dokunabilirsiniz: gösterdiğini yalnızca siz görürsünüz.
no-racks = Şu anda oynadığınız bir oyun yok. Burada bilgisayara karşı oynamak için { COMMAND("computer") }, arkadaşlarınızla oynamak için bir grupta { COMMAND("new") } yazın.
no-own-board-there = O grupta şu anda oynadığınız bir oyun yok.

## Bilgi
bag-list =
    Torbada <b>{ $bag }</b> taş kaldı (toplam { $tiles }).
    Henüz tahtada olmayanlar (torbada ya da raflarda):
    { $unseen }
bag-list-private =
    Torbada <b>{ $bag }</b> taş kaldı (toplam { $tiles }).
    Tahtada da rafınızda da olmayanlar:
    { $unseen }

## Karşılama

greeting-group = Merhaba, ben Harfiyen! Kelime oyunlarında taşları ben dağıtır, puanları ben tutarım. Başlamak için bir düğmeye dokunun.
greeting-group-member = Merhaba, ben Harfiyen! Kelime oyunlarında taşları ben dağıtır, puanları ben tutarım. Başlamak için bir düğmeye dokunun. Yönetici olmadığım sürece komutların sonuna { $bot } eklenir: { COMMAND("new") }{ $bot }
greeting-private = Merhaba { $name }, ben Harfiyen, kelime oyunları yönetirim. Burada bilgisayara karşı oynayın: { COMMAND("computer") } Ya da beni bir gruba ekleyip orada { COMMAND("new") } yazın. Yardım: { COMMAND("help") }
back-to-game = Geri döndüm! Oyun kaldığı yerden devam ediyor. Sıra: { $name }. Tahta için { COMMAND("board") } yazın.
back-to-table = Geri döndüm! Masa hâlâ açık: katılmak için { COMMAND("join") }, başlatmak için { COMMAND("begin") }, masaya bakmak için { COMMAND("board") } yazın.
choose-language = Hangi dilde konuşayım?
language-chosen = Bundan sonra Türkçe konuşacağım.
update-failed = Bir şeyler ters gitti, isteğinizi yerine getiremedim. Oyun olduğu gibi duruyor. Lütfen yeniden deneyin.

## Sessiz gruplar

button-fair-draw = 🔏 Adil kura
seal-alert =
    Bu masanın kura mührü (SHA-256):
    { $seal }
seal-whole =
    🔏 Kura mührü (SHA-256):
    <code>{ $seal }</code>
secret-alert =
    Kura sırrı: { $secret }
    SHA-256 özeti, yani mühür: { $seal }
secret-whole =
    🔏 Kura sırrı:
    <code>{ $secret }</code>
    SHA-256 özeti, ilk taş çekilmeden gösterilen mühürdür:
    <code>{ $seal }</code>
seal-line = 🔏 <code>{ $seal }</code>

## Sırada ne var
button-again = 🔄 Rövanş
button-more = 🎲 Başka oyun
again-opened = Masa yeniden açıldı, kurucusu sizsiniz.
choose-game-for = { $name }, hangi oyunu oynayalım?

## Eski düğmeler nereye götürür
stale-none = O masa artık yok. Yeni masa için: { COMMAND("new") }
stale-lobby =
    Bu düğme önceki bir masadan. Şimdi açık olan masa: { $game }.
    Oturanlar: { $names }
stale-game =
    Bu düğme önceki bir turdan. Şimdiki durum:
    { $next }
    { $scores }
stale-watching =
    👀 Bu masada oynamıyorsunuz ama izleyebilirsiniz.
    { $next }
    { $scores }
stale-over =
    O oyun bitti.
    { $scores }
table-put-aside = Masayı okuyamadım, bir kenara koydum. { $days } gün saklayacağım.
