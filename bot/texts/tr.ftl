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
    🎲 <b>{ $game }</b> masası açık ({ $seated }/{ $most } oyuncu, { $tiles } taş)
    Oturanlar: { $names }

    Katılmak için /katil, en az { $least } oyuncu olunca başlatmak için /baslat.
    Kura mührü (SHA-256): <code>{ $commitment }</code>
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
started-bonus = Bonus hücresi: <b>{ $cell }</b> (+{ $points } puan)
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
word-known = ✅ <b>{ $word }</b> geçerli ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b> listede yok ({ $lexicon })
lexicon-tr = Türkçe liste
lexicon-en = İngilizce liste

## Kurallar
rules-which = Hangi oyunun kuralları? Örneğin: /kurallar kelimelik. Oyunlar: { $games }
rules-head = <b>{ $game }</b>: { $players } oyuncu, { $columns }×{ $rows } tahta, { $tiles } taş ({ $blanks } joker), rafta { $rack } taş.
rules-order-draw = • Başlamak için herkes bir taş çeker; joker A'dan önce gelir, A'ya en yakın harf başlar; sıra da çekilen harflere göredir. Eşitler yeniden çeker.
rules-order-random = • Oyuna kimin başlayacağı kurayla belirlenir.
rules-placing = • İlk kelime ortadaki yıldızdan geçer (kelime puanı ikiye katlanır). Sonrakiler tahtadaki harflere değer; oluşan her kelime geçerli olmalıdır. Joker her harfin yerine geçer, puanı 0'dır.
rules-bingo = • Bir hamlede { $tiles } taşın hepsini kullanmak { $points } puan ekler.
rules-cell = • Bonus hücresini ilk kaplayan hamle { $points } puan alır.
rules-exchange = • Taş değiştirmek turu harcar; torbada en az { $least } taş olmalıdır.
rules-out-transfer = • Torba boşken taşlarını bitiren, ötekilerin rafında kalan puanları alır; bu puanlar onlardan düşülür.
rules-out-double = • Torba boşken taşlarını bitiren, ötekilerin rafında kalan puanların iki katını alır.
rules-run-passes = • Arka arkaya { $turns } pas oyunu bitirir.
rules-run-scoreless = • Arka arkaya { $turns } puansız tur oyunu bitirir (oyuncu başına en az { $per_player }).
rules-own-rack = • O durumda herkes rafında kalan puanı kaybeder.
rules-no-rack = • O durumda raflar hesaba katılmaz.
rules-judging-void = • Sözlükte olmayan kelime kabul edilmez; bir şey kaybetmeden yeniden denersiniz.

## Yardım ve karşılama
help =
    <b>Harfiyen</b> grupta kelime oyunu oynatır.

    { $c_new } masa açar · { $c_join } katılır · { $c_leave } kalkar · { $c_begin } başlatır · { $c_cancel } iptal eder

    <b>Hamle:</b> { $c_play } H8 yatay KALEM
    ya da { $c_play } 8H KALEM (yatay), { $c_play } H8 KALEM (dikey). Tahtanın resmine yanıt olarak yalnız “H8 yatay KALEM” de yazabilirsiniz.
    Kelimeyi tahtadaki harfleriyle birlikte, bütün olarak yazın. Joker köşeli ayraçla: KA[L]EM

    { $c_pass } pas geçer · { $c_exchange } 1 3 5 raftaki o sıradaki taşları değiştirir · { $c_surrender } teslim olur
    { $c_rack } rafı özelden yollar · { $c_board } tahtayı gösterir ({ $c_board } metin: yazıyla) · { $c_score } puanları verir · { $c_bag } torbada kalanları sayar
    { $c_word } KELİME sözlüğe bakar · { $c_rules } kuralları anlatır · { $c_language } dili seçtirir · { $c_help } bu yazı

    Grupta bot yönetici değilse komutları { $bot } ekiyle yazın: { $c_play }{ $bot } H8 yatay KALEM
greeting-group = Merhaba, ben Harfiyen! Bu grupta Kelimelik ve Scrabble oynatırım. Masa açmak için /yeni, yardım için /yardim yazın. Switch to English: /language en
greeting-group-member = Merhaba, ben Harfiyen! Bu grupta Kelimelik ve Scrabble oynatırım. Masa açmak için /yeni{ $bot }, yardım için /yardim{ $bot } yazın. Beni yönetici yaparsanız { $bot } eki gerekmez. Switch to English: /language{ $bot } en
greeting-private = Merhaba { $name }! Ben Harfiyen. Beni bir gruba ekleyin ve orada /yeni yazın. Bu sohbette /raf yazınca taşlarınızı yalnız siz görürsünüz; yardım için /yardim yazın.
choose-language = Hangi dil? / Which language?
language-chosen = Bundan sonra Türkçe konuşuyorum.
update-failed = Bir şey ters gitti ve bu isteği yerine getiremedim; oyun olduğu gibi duruyor. Lütfen yeniden deneyin.

## Geri çevirmeler
refusal-no-game = Bu sohbette açık bir oyun yok. Masa açmak için /yeni yazın.
refusal-no-game-of-yours = Şu anda bir oyununuz yok. Bir grupta /yeni yazarak başlatabilirsiniz.
refusal-several-games = Birden çok oyununuz var; komutu oyunun kendi grubuna yazın.
refusal-group-only = Bu komut gruplar içindir. Beni bir gruba ekleyip orada yazın.
refusal-not-begun = Oyun daha başlamadı. Yeterince oyuncu oturunca /baslat yazın.
refusal-game-over = Bu oyun bitti. Yenisi için /yeni yazın.
refusal-game-running = Bu sohbette bir oyun sürüyor. Önce o bitmeli; grup yöneticisi ya da masayı açan /iptal ile kapatabilir.
refusal-lobby-open = Bu sohbette açık bir masa var: katılmak için /katil, başlatmak için /baslat yazın.
refusal-leave-is-surrender = Oyun başladı; bırakmak için /teslim yazın.
refusal-not-seated = Bu masada oturmuyorsunuz.
refusal-already-seated = Zaten bu masadasınız.
refusal-table-full = Masa dolu: bu oyun en çok { $most } kişiyle oynanır.
refusal-too-few-players = Başlamak için en az { $least } oyuncu gerekir; masada { $seated } kişi var.
refusal-not-your-turn = Sıra sizde değil. Sıra: { $name }
refusal-has-surrendered = Bu oyunda teslim oldunuz.
refusal-not-allowed-to-cancel = Masayı yalnız açan kişi ya da bir grup yöneticisi iptal edebilir.
refusal-anonymous = Anonim yönetici olarak yazıyorsunuz; kim olduğunuzu bilmem gerek. Kendi adınızla yazın.
refusal-admins-only = Bunu yalnız grup yöneticileri değiştirebilir.
refusal-unknown-game = “{ $typed }” diye bir oyun yok. Oyunlar: { $games }
refusal-unknown-bag = “{ $bag }” diye bir torba yok. Torbalar: { $bags }
refusal-too-many-options = “{ $typed }” fazla geldi: oyunun adından sonra en çok bir torba yazılır.
refusal-unknown-language = “{ $typed }” dilini bilmiyorum. Diller: { $languages }
refusal-stale-button = Bu düğmenin süresi geçti. Güncel tahta için /tahta yazın.
refusal-not-your-button = Bu düğme sizin için değil.
refusal-busy = Aynı anda çok istek geldi; lütfen yeniden deneyin.
refusal-empty-move = Hamleyi şöyle yazın: /oyna H8 yatay KALEM
refusal-garbled-move = “{ $text }” hamlesini anlayamadım. Şöyle yazın: /oyna H8 yatay KALEM
refusal-no-word = { $cell } hücresinden sonra kelime eksik. Şöyle yazın: /oyna { $cell } yatay KALEM
refusal-brackets = “{ $word }” kelimesindeki ayraçlar eşleşmiyor. Joker köşeli ayraçla yazılır: KA[L]EM
refusal-not-letters = Bu oyunun alfabesinde yok: { $letters }
refusal-too-short = “{ $word }” çok kısa: bir kelime en az iki harftir.
refusal-unknown-cell = Tahtada { $cell } diye bir hücre yok; hücreler A1 ile { $last } arasındadır.
refusal-unknown-tile = “{ $tile }” diye bir taş yok.
refusal-cell-twice = { $cell } hücresi iki kez yazılmış.
refusal-off-board = Kelime tahtadan taşıyor: { $cell } hücresinden itibaren { $room } yer var, kelime { $length } harf.
refusal-clash = { $cell } hücresinde { $there } var, siz { $typed } yazdınız.
refusal-cell-taken = { $cell } hücresi dolu ({ $letter }).
refusal-nothing-there = { $cell } hücresi boş; oraya konacak harfi yazın.
refusal-longer-word = Kelime komşu harflerle birlikte { $word } olur ({ $cell } hücresinden başlar); bütün kelimeyi yazın.
refusal-no-new-tiles = Bu kelime zaten tahtada; en az bir yeni taş koymalısınız.
refusal-no-tiles = En az bir taş koymalısınız.
refusal-too-many-tiles = Bir hamlede en çok { $most } taş konur.
refusal-not-in-line = Taşlar tek bir satırda ya da sütunda olmalı.
refusal-gap = Taşların arasında { $cell } boş kalıyor.
refusal-off-centre = İlk kelime ortadaki { $centre } hücresinden geçmeli.
refusal-one-letter = İlk kelime en az iki harf olmalı.
refusal-not-touching = Kelime tahtadaki hiçbir harfe değmiyor.
refusal-not-on-rack = Rafınızdaki taşlar bu kelimeye yetmiyor. Rafınıza bakmak için “🔤 Rafım” düğmesine basın.
refusal-blanks-not-held = Elinizde o kadar joker yok. Rafınıza bakmak için “🔤 Rafım” düğmesine basın.
refusal-not-words = Sözlükte yok: { $words }. Hamle sayılmadı, yeniden deneyin.
refusal-nothing-to-exchange = Hangi taşlar değişsin? Raftaki sıralarını yazın: /degistir 1 3 5
refusal-garbled-exchange = Değişecek taşları anlayamadım. Raftaki sıralarını yazın: /degistir 1 3 5
refusal-tile-twice = { $position }. taş iki kez yazılmış; hiçbir şey değişmedi.
refusal-exchange-not-held = Değiştirmek istediğiniz taşların hepsi rafınızda değil. Raftaki sıralarını da yazabilirsiniz: /degistir 1 3 5
refusal-no-such-position = Rafta { $position }. taş yok; sıralar 1 ile { $most } arasındadır.
refusal-bag-too-small = Torbada { $bag } taş kaldı; değiştirmek için en az { $least } taş olmalı.
refusal-no-word-to-look-up = Bakılacak kelimeyi yazın: /sozluk KALEM

## Komut menüsü
command-new = Masa açar
command-join = Masaya oturur
command-leave = Masadan kalkar
command-begin = Oyunu başlatır
command-play = Hamle: H8 yatay KALEM
command-pass = Pas geçer
command-exchange = Taş değiştirir: 1 3 5
command-surrender = Teslim olur
command-rack = Rafınızı özelden yollar
command-board = Tahtayı gösterir (metin: yazıyla)
command-score = Puanlar ve sıra
command-bag = Torbada kalanlar
command-word = Kelime listede var mı?
command-rules = Oyunun kuralları
command-help = Yardım
command-cancel = Masayı iptal eder
command-language = Sohbetin dili
