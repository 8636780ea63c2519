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
    🎲 <b>{ $game }</b> masası açık ({ $seated }/{ $most } oyuncu, { $pieces })
    Oturanlar: { $names }
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
board-legend = <i>d t harf ×2 ×3 · D T kelime ×2 ×3 · * orta · + bonus · | taş · &gt; son hamle · küçük harf joker</i>
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
ended-passes = 🏁 <b>Oyun bitti:</b> arka arkaya çok pas geçildi.
ended-scoreless = 🏁 <b>Oyun bitti:</b> arka arkaya çok puansız tur oynandı.
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

## Kurallar
rules-which = Hangi oyunun kuralları? Örneğin: /kurallar kelimelik. Oyunlar: { $games }
rules-head = <b>{ $game }</b>: { $players } oyuncu, { $columns }×{ $rows } tahta, { $tiles } taş ({ $blanks } joker), rafta { $rack } taş.
rules-order-draw = • Başlamak için herkes bir taş çeker. A’ya en yakın harf başlar, joker A’dan da önce gelir; oyun sırası da bu harflere göredir. Eşit kalanlar yeniden çeker.
rules-order-random = • Oyuna kimin başlayacağı kurayla belirlenir.
rules-placing = • İlk kelime ortadaki yıldızdan geçer. Sonrakiler tahtadaki harflere değer; oluşan her kelime sözlükte olmalıdır. Joker her harfin yerine geçer, 0 puandır.
rules-premiums = • Renkli hücreler bir harfi ya da bütün kelimeyi 2 ya da 3 katına çıkarır; yalnız üstüne taş konan hamlede.
rules-centre-double = • Ortadaki yıldız ilk kelimenin puanını ikiye katlar.
rules-centre-plain = • Ortadaki yıldız puanı artırmaz.
rules-bingo = • Bir hamlede { $tiles } taşın hepsini kullanan { $points } puan daha alır.
rules-bingo-whole = • Bir hamlede rafındaki bütün taşları kullanan { $points } puan daha alır ({ $tiles } taştan az olsa da).
rules-cell = • Bonus hücresini ilk kaplayan hamle { $points } puan daha alır.
rules-exchange = • Taş değiştirmek turu harcar; torbada en az { $least } taş olmalıdır.
rules-exchange-limit = • Her oyuncu oyun boyunca en çok { $most } kez taş değiştirebilir.
rules-four-clockwise = • 4W hücresi (ok), oradan okun gösterdiği yöne uzanan kelimeyi dörde katlar; kelimenin ilk ya da son harfi o hücrede olmalıdır. Oklar tahtanın çevresini saat yönünde dolaşır.
rules-four-endpoint = • 4W hücreleri orada başlayan ya da biten kelimeyi dörde katlar.
rules-four-any = • 4W hücreleri üzerinden geçen her kelimeyi dörde katlar.
rules-ex-bag = • EX hücresini kaplayan, rastgele bir rakibin rastgele bir taşını torbadan değiştirtir (torbada en az { $least } taş varken).
rules-ex-swap = • EX hücresini kaplayan, rastgele bir rakiple rastgele birer taş değişir (torbada en az { $least } taş varken).
rules-ex-off = • EX hücreleri bu masada etkisizdir.
rules-out-transfer = • Torba boşken taşlarını bitiren, ötekilerin rafında kalan puanları alır; bu puanlar onlardan düşülür.
rules-out-double = • Torba boşken taşlarını bitiren, ötekilerin rafında kalan puanların iki katını alır.
rules-run-passes = • Arka arkaya { $turns } pas oyunu bitirir.
rules-run-passes-each = • Herkes arka arkaya { $per_player } kez pas geçerse oyun biter.
rules-run-scoreless = • Arka arkaya { $turns } puansız tur (pas, taş değiştirme, geri alınan hamle) oyunu bitirir; oyuncu başına en az { $per_player } tur gerekir.
rules-own-rack = O durumda herkes rafında kalan puanı kaybeder.
rules-no-rack = O durumda raflar hesaba katılmaz.
rules-winner = • En yüksek puan kazanır; eşitlik beraberliktir.
rules-surrender-pair = • Teslim olan (/teslim), puanı ne olursa olsun kaybeder.
rules-surrender = • Teslim olan (/teslim), puanı ne olursa olsun sonuncu olur; ötekiler oyunu sürdürür, tek kalan kazanır.
rules-judging-void = • Sözlükte olmayan kelime kabul edilmez; bir şey kaybetmeden yeniden denersiniz.
rules-challenge = • Kelimeler konurken denetlenmez. Sıradaki oyuncu oynayana kadar, en çok { $time } içinde, öteki oyuncular /itiraz edebilir; bir kelime bile geçersizse hamle geri alınır ve sıra yanar. Yeni taşlar bu süreden sonra çekilir. Oyun boyunca sözlüğe bakılmaz.
rules-judging-single = • Haksız itirazın bedeli yoktur.
rules-judging-double = • Haksız itiraz eden bir sıra kaybeder.
rules-judging-wordpoints = • Haksız itiraz eden, itiraz ettiği kelimelerin o hamledeki puanını kaybeder.
rules-judging-points-mover-challenge = • Haksız itirazda hamlenin sahibi { $points } puan kazanır.
rules-judging-points-mover-word = • Haksız itirazda hamlenin sahibi itiraz edilen her kelime için { $points } puan kazanır.
rules-judging-points-challenger-challenge = • Haksız itiraz eden { $points } puan kaybeder.
rules-judging-points-challenger-word = • Haksız itiraz eden her kelime için { $points } puan kaybeder.
rules-draws = • Beraberlik önerilebilir (/berabere); herkes kabul ederse oyun biter.
rules-clock = • Süre: { $clock }.
rules-overtime = • Aşılan her dakika (başlamışsa tam sayılır) { $points } puan götürür; { $minutes } dakikadan çok aşan oyunu kaybeder.
rules-overrun-pass = • Süresi dolan pas geçmiş sayılır.
rules-overrun-forfeit = • Süresi dolan oyunu kaybeder.
rules-overrun-pass-then-forfeit = • Süresi dolan pas geçmiş sayılır; art arda ikincide oyunu kaybeder.
rules-overrun-retire = • Süresi dolan artık oynamaz, puanı kalır; herkesin süresi dolunca oyun biter.
rules-time-own-rack = • Süre bitince herkes rafında kalan puanı kaybeder.

## Yardım ve karşılama
help =
    <b>Harfiyen</b> grupta kelime oyunu oynatır.

    { $c_new } masa açar · { $c_join } katılır · { $c_leave } kalkar · { $c_begin } başlatır · { $c_cancel } iptal eder

    <b>Hamle:</b> { $c_play } H8 yatay KALEM
    ya da { $c_play } 8H KALEM (yatay), { $c_play } H8 KALEM (dikey). Tahtanın resmine yanıt olarak yalnız “H8 yatay KALEM” de yazabilirsiniz.
    Kelimeyi tahtadaki harfleriyle birlikte, bütün olarak yazın. Joker köşeli ayraçla: KA[L]EM

    Masa seçenekleri oyunun adından sonra: { $c_new } scrabble-tr saat=oyun itiraz=double torba=91
    { $c_challenge } son hamleye itiraz · { $c_draw } beraberlik önerisi · { $c_clock } süreler · { $c_pause } ve { $c_resume } saatleri durdurur, sürdürür (yöneticiler)

    { $c_pass } pas geçer · { $c_exchange } 1 3 5 raftaki o sıradaki taşları değiştirir · { $c_surrender } teslim olur
    { $c_rack } rafı özelden yollar · { $c_board } tahtayı gösterir ({ $c_board } metin: yazıyla) · { $c_score } puanları verir · { $c_bag } torbada kalanları sayar
    { $c_word } KELİME sözlüğe bakar · { $c_add-word } ve { $c_remove-word } sohbetin kendi kelimeleri, bir sonraki oyundan itibaren (yöneticiler) · { $c_rules } kuralları anlatır · { $c_language } dili seçtirir · { $c_help } bu yazı

    Grupta bot yönetici değilse komutları { $bot } ekiyle yazın: { $c_play }{ $bot } H8 yatay KALEM
greeting-group = Merhaba, ben Harfiyen! Bu grupta Kelimelik, Scrabble ve başka kelime oyunları oynatırım. Masa açmak için /yeni, yardım için /yardim yazın. Switch to English: /language en · Українською: /language uk
greeting-group-member = Merhaba, ben Harfiyen! Bu grupta Kelimelik, Scrabble ve başka kelime oyunları oynatırım. Masa açmak için /yeni{ $bot }, yardım için /yardim{ $bot } yazın. Beni yönetici yaparsanız { $bot } eki gerekmez. Switch to English: /language{ $bot } en · Українською: /language{ $bot } uk
greeting-private = Merhaba { $name }! Ben Harfiyen. Beni bir gruba ekleyin ve orada /yeni yazın. Bu sohbette /raf yazınca taşlarınızı yalnız siz görürsünüz; yardım için /yardim yazın.
choose-language = Hangi dil? / Which language? / Якою мовою?
language-chosen = Bundan sonra Türkçe konuşuyorum.
update-failed = Bir şey ters gitti ve bu isteği yerine getiremedim; oyun olduğu gibi duruyor. Lütfen yeniden deneyin.
