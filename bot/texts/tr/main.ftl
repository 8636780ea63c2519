# Türkçe metinler. Süslü ayraç içindekiler programdan gelir; <b> gibi etiketler Telegram'ın HTML'idir.

language-name = Türkçe

## Düğmeler
button-rack = 🔤 Rafım
button-board = 🗺 Tahta
button-join = ➕ Katıl
button-leave = ➖ Ayrıl
button-begin = ▶️ Başlat
button-surrender = 🏳️ Evet, teslim oluyorum
button-play-on = Hayır, oynuyorum
button-exchange = 🔄 { $count } taşı değiştir
button-open-private = ✉️ Özel sohbeti aç
button-see-private = ✉️ Özel sohbete git
button-add-to-group = ➕ Bir gruba ekle
button-back-to-group = ↩️ Gruba dön

## Masa
choose-game = Hangi oyunu oynayalım?
lobby =
    🎲 Masa açık: <b>{ $game }</b>, { $pieces }
    Oturanlar ({ $seated }/{ $most }): { $names }
    { $terms }

    Katılmak için /katil, en az { $least } oyuncu olunca başlatmak için /baslat.
    Kura mührü (SHA-256): <code>{ $commitment }</code>
lobby-tiles = { $count } taş
lobby-cards = { $count } kart
lobby-closed = Masa kapandı. Yenisi için /yeni yazın.
seat-taken = { $name } masaya oturdu.
seat-left = { $name } masadan kalktı.
seated = Masaya oturdunuz.
got-up = Masadan kalktınız.
begun = Oyun başladı.

## Oyun
started = <b>Oyun başladı!</b> İlk hamle: { $name }
started-draw = Başlangıç kurası: { $draws }
started-redraw = Eşit kalanlar yeniden çekti: { $draws }
bonus-free = Bonus hücresi: <b>{ $cell }</b> (+{ $points } puan)
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> puan
turn-exchanged = <b>{ $name }</b> { $count } taş değiştirdi.
turn-passed = <b>{ $name }</b> pas geçti.
turn-surrendered = 🏳️ <b>{ $name }</b> teslim oldu.
way-across = yatay
way-down = dikey
part-bingo = bütün taşlar { $points }
part-cell = bonus hücresi { $points }
and = {" "}ve{" "}
board-above = Bu tahta az önce gönderildi; biraz yukarıda.
legend-double-letter = d harf ×2
legend-triple-letter = t harf ×3
legend-double-word = D kelime ×2
legend-triple-word = T kelime ×3
legend-four-word = Q kelime ×4
legend-arrow = → ↓ ← ↑ ok yönündeki kelime ×4
legend-exchange = X EX hücresi
legend-centre-double = * orta, kelime ×2
legend-centre = * orta
legend-bonus = + bonus
legend-tile = | taş
legend-last = &gt; son hamle
legend-blank = küçük harf joker
private-hint = Bu sohbette raflarınızı görürsünüz: /raf. Oyunlar gruplarda oynanır; yardım için /yardim.
rack-swap-hint = Taş değiştirmek için aşağıdaki harflere dokunun.
bag-left = Torbada { $count } taş
turn-next = Sıra: { $name }
turn-none = Oyun bitti.
fits-at = Bu kelime şuraya uyuyor: { $places }
surrender-sure = { $name }, teslim olmak istediğinize emin misiniz? Oyunu kaybedersiniz.
surrender-yes = Teslim oldunuz.
surrender-no = Oyuna devam!
exchange-done = Taşlar değişti. Yeni rafınız için /raf yazın.
done-in-group = Tamam, gruba bildirdim.

## Oyun sonu
ended-out = 🏁 <b>Oyun bitti:</b> torba ve bir raf boşaldı.
ended-passes = 🏁 <b>Oyun bitti:</b> arka arkaya { $turns } kez pas geçildi.
ended-passes-each = 🏁 <b>Oyun bitti:</b> herkes arka arkaya { $per_player } kez pas geçti.
ended-scoreless = 🏁 <b>Oyun bitti:</b> arka arkaya { $turns } tur puansız geçti.
ended-surrender = 🏁 <b>Oyun bitti:</b> rakip kalmadı.
ended-forfeit = 🏁 <b>Oyun bitti:</b> süresi dolmayan tek oyuncu kaldı.
ended-time = 🏁 <b>Oyun bitti:</b> süre doldu.
ended-draw = 🏁 <b>Oyun bitti:</b> beraberlikte anlaşıldı.
ended-cancelled = 🏁 <b>Oyun iptal edildi,</b> sonuç yok.
ended-winner = Kazanan: <b>{ $names }</b>
ended-draw-between = Berabere: <b>{ $names }</b>
ended-secret = Kura sırrı: <code>{ $secret }</code>

## Resimdeki sözler
panel-bag = Torba
panel-turn = Sıra
panel-played = { $name }: { $word } +{ $score }
panel-exchanged = { $name }: { $count } taş değiştirdi
panel-passed = { $name }: pas
panel-surrendered = { $name }: teslim

## Raf
rack-alert =
    Rafınız: { $tiles }
    Torbada { $bag } taş
rack-private =
    <b>{ $game }</b> · { $group }
    { $tiles }
    Torbada { $bag } taş. Sıra: { $name }
rack-private-mine =
    <b>{ $game }</b> · { $group }
    { $tiles }
    Torbada { $bag } taş. <b>Sıra sizde</b>, { $name }!
rack-sent = Rafınızı özel sohbete gönderdim.
rack-needs-private = Size özelden yazabilmem için önce özel sohbeti açın. Tahtanın altındaki “🔤 Rafım” düğmesi de rafınızı yalnız size gösterir.
no-racks = Şu anda bir oyununuz yok. Bir grupta /yeni yazarak başlatabilirsiniz.
no-rack-there = O grupta oynadığınız bir oyun yok.

## Bilgi
bag-list =
    Torbada <b>{ $bag }</b> taş var ({ $tiles } taşlık takım).
    Tahtada olmayanlar (torba ve raflar birlikte):
    { $unseen }
bag-list-private =
    Torbada <b>{ $bag }</b> taş var ({ $tiles } taşlık takım).
    Tahtada ve rafınızda olmayanlar:
    { $unseen }

## Karşılama

greeting-group = Merhaba, ben Harfiyen! Bu grupta Kelimelik, Scrabble ve başka kelime oyunları oynatırım. Masa açmak için /yeni, yardım için /yardim yazın. Switch to English: /language en · Українською: /language uk
greeting-group-member = Merhaba, ben Harfiyen! Bu grupta Kelimelik, Scrabble ve başka kelime oyunları oynatırım. Masa açmak için /yeni{ $bot }, yardım için /yardim{ $bot } yazın. Beni yönetici yaparsanız { $bot } eki gerekmez. Switch to English: /language{ $bot } en · Українською: /language{ $bot } uk
greeting-private = Merhaba { $name }! Ben Harfiyen. Beni bir gruba ekleyin ve orada /yeni yazın. Bu sohbette /raf yazınca taşlarınızı yalnız siz görürsünüz; yardım için /yardim yazın.
choose-language = Hangi dil? / Which language? / Якою мовою?
language-chosen = Bundan sonra Türkçe konuşuyorum.
update-failed = Bir şey ters gitti ve bu isteği yerine getiremedim; oyun olduğu gibi duruyor. Lütfen yeniden deneyin.
