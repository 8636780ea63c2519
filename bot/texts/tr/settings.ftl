# Turkish texts of the panel of settings and of groups as they are.

## Panel
settings-head-group =
    ⚙️ <b>Bu grubun ayarları</b>
    Değiştirmek istediğinizi seçin. Yalnızca yöneticiler değiştirebilir.
settings-head-private =
    ⚙️ <b>Ayarlarınız</b>
    Yalnızca sizin için geçerlidir. Değiştirmek istediğinizi seçin.
settings-line = { $what }: <b>{ $value }</b>
settings-name-looks = 🎨 Dil ve resimler
settings-name-play = 🎲 Oyunlar
settings-name-doors = 🚪 Masalar
settings-name-language = 🌐 Dil
settings-name-theme = 🎨 Tema
settings-name-labels = 🔤 Hücre yazıları
settings-name-boards = 🔕 Tahta mesajları
settings-name-openers = 🚪 Kim masa açabilir
settings-name-topics = 🧵 Oyun konuları
settings-name-words = 📖 Sohbetin kelimeleri
settings-name-turn = 🔔 Sıra bildirimi
settings-name-order = 🔡 Raf düzeni
settings-name-reading = 🧭 Yönsüz hamleler
settings-about-language = Grupta ve tahtanın altında yazdıklarım bu dilde olur. Oyunların dili bundan etkilenmez.
settings-about-language-private =
    Size özelden yazdıklarım bu dilde olur.
    • <b>Telegram’ımın dili</b>: Telegram’ınızın dilini biliyorsam onu konuşurum.
settings-about-theme =
    Bu gruptaki bütün resimler böyle görünür.
    • <b>Açık</b>: açık renkli tahta
    • <b>Koyu</b>: karanlıkta gözü yormaz
    • <b>Yüksek karşıtlık</b>: taşlar ve yazılar en belirgin hâliyle
    • <b>Ahşap</b>: ahşap tahta ve taşlar
settings-about-theme-private =
    Özelde ve yalnızca sizin gördüğünüz tahtada resimler böyle görünür.
    • <b>Grupta nasılsa</b>: her masa, kendi grubundaki gibi
    • <b>Açık</b>, <b>Koyu</b>, <b>Yüksek karşıtlık</b>, <b>Ahşap</b>: hangi masa olursa olsun seçtiğiniz gibi
settings-about-labels =
    Tahtadaki renkli hücrelerin üstünde ne yazsın?
    • <b>Sohbetin dilinde</b>: grup hangi dili konuşuyorsa (Türkçede H², K³)
    • <b>Oyunun dilinde</b>: İngilizce oyunda DL, TW gibi
settings-about-labels-private =
    Gördüğünüz tahtalarda renkli hücrelerin üstünde ne yazsın?
    • <b>Grupta nasılsa</b>: her masa, kendi grubundaki gibi
    • <b>Sohbetin dilinde</b>: sizinle konuştuğum dilde
    • <b>Oyunun dilinde</b>: İngilizce oyunda DL, TW gibi
settings-about-boards =
    Hamleden sonra tahta ne olsun?
    • <b>Her hamlede yeni tahta</b>: eskileri de kalır
    • <b>Yalnızca son tahta kalsın</b>: eskisini silerim
    • <b>Tek tahta, yerinde yenilensin</b>: hamleyi altına yazarım
    • <b>Tek tahta, sabitlensin</b>: aynısı, üstelik sabitlenir (mesaj sabitleme yetkim olmalı)
settings-about-openers =
    { COMMAND("new") } ile ya da düğmelerle kim masa açabilsin? Açık masaya herkes oturabilir.
    • <b>Herkes</b>: gruptaki her üye
    • <b>Yalnızca yöneticiler</b>: diğerleri açılan masalara katılır
settings-about-topics =
    Masalar hangi konularda açılabilsin? Süren oyunlar bulundukları konuda biter.
    • <b>Bütün konular</b>: her konunun kendi masaları olabilir
    • <b>Bu konu listede</b>: bu paneli açtığınız konuyu listeye ekler ya da listeden çıkarır. Listede konu varken masa yalnızca o konularda açılır.
settings-topics-none = Şu an bütün konularda masa açılabiliyor.
settings-topics-now = Listede { $count } konu var. { $here ->
        [yes] Bu konu onlardan biri.
       *[no] Bu konu onlardan biri değil.
    }
settings-topics-some = { $count } konu
settings-about-words =
    Bu sohbetin oyunlarında sözlüğe ek olarak geçerli (+) ya da geçersiz (−) sayılan kelimeler. Değişiklikler sonraki oyunda geçerli olur.
    Eklemek için { COMMAND("add-word") }, çıkarmak için { COMMAND("remove-word") } yazın.
settings-words-line = { $sign } ({ $language }): { $words }
settings-words-none = Bu sohbetin kendi kelimesi yok.
settings-words-closed = Geçersiz kelimenin bedeli olan bir oyun sürerken sözlüğe bakılmaz. Liste oyun bitince görünür.
settings-about-turn =
    Saatsiz ya da yavaş bir oyunda (hamle başına en az 6 saat) sıra size gelince özelden haber vereyim mi?
    • <b>Kapalı</b>: yalnızca grupta söylerim
    • <b>Açık</b>: özelden de yazarım, gruba dönüş düğmesiyle
settings-about-order =
    Rafınız, siz karıştırana dek nasıl dizilsin?
    • <b>Çekildiği gibi</b>: taşların torbadan geliş sırasıyla
    • <b>Alfabetik</b>: harf sırasıyla, jokerler sonda
settings-about-reading =
    Yön yazmadan <code>{ COMMAND("play") } H8 KALEM</code> derseniz ne yapayım? (<code>8H KALEM</code> her zaman yataydır.)
    • <b>İki yön de olursa sor</b>: tek yöne konabiliyorsa oynarım
    • <b>Hep dikey oku (GCG)</b>: GCG kayıtlarındaki gibi
button-settings-back = ‹ Geri
button-done = Tamam
value-language-telegram = Telegram’ımın dili
value-theme-group = Grupta nasılsa
value-labels-group = Grupta nasılsa
value-boards-each = Her hamlede yeni tahta
value-boards-last = Yalnızca son tahta kalsın
value-boards-one = Tek tahta, yerinde yenilensin
value-boards-pin = Tek tahta, sabitlensin
value-openers-all = Herkes
value-openers-admins = Yalnızca yöneticiler
value-topics-all = Bütün konular
value-topics-here = Bu konu listede
value-turn-off = Kapalı
value-turn-on = Açık
value-order-drawn = Çekildiği gibi
value-order-letters = Alfabetik
value-reading-ask = İki yön de olursa sor
value-reading-gcg = Hep dikey oku (GCG)

## Kim, nerede masa açabilir
refusal-only-admins-open = Bu grupta masaları yalnızca yöneticiler açıyor. Açılan masaya herkes oturabilir.
refusal-not-in-this-topic = Bu konuda masa açılmıyor, yöneticiler oyunlar için başka konular seçmiş.
refusal-too-many-topics = Listede en çok { $most } konu olabilir.

## Kanallar
refusal-channel-speaks = Kanal ya da başka bir grup adına yazıyorsunuz. Kim olduğunuzu bilmeden sizi oyuna alamam. Lütfen kendi adınızla yazın.

## Sıra bildirimi
turn-call =
    🔔 <b>{ $group }</b> grubunda sıra sizde ({ $game }).
    Bu bildirimleri { COMMAND("settings") } ile kapatabilirsiniz.
button-turn-call = Oyuna git

## Botu tanıtan metinler, düz yazı
profile-whole =
    Ben Harfiyen, gruplarda kelime oyunu oynatan bir botum: Kelimelik, Türkçe ve İngilizce Scrabble (büyük, küçük ve turnuva türleriyle), WordBox, Klepka. Taşları ben dağıtır, kelimeleri sözlükte denetler, puanları tutarım. Rafınızı sizden başka kimse görmez. Taşların dürüstçe çekildiği de her oyundan sonra kanıtlanabilir.

    Beni bir gruba ekleyin ve orada { COMMAND("new") } yazın.
profile-short = Gruplar için kelime oyunları: Kelimelik, Scrabble, WordBox, Klepka. Taşları dağıtır, sözlüğe bakar, puanları tutar.

## The game of a group, its words, and reminders in private
settings-name-game = 🎲 Grubun oyunu
settings-about-game =
    { COMMAND("new") } yalnız yazılınca hangi oyunun masası açılsın?
    • <b>Her seferinde sor</b>: masayı açan listeden seçer
    • <b>Bir oyun</b>: masa hemen onunla açılır. Saat, itiraz ve diğer seçenekler ⚙️ düğmesindedir. Liste için <code>{ COMMAND("new") } { TYPED("answers.list") }</code>, başka bir oyun için { COMMAND("new") } ve oyunun adı yazılır.
settings-game-now = Şimdi: <b>{ $what }</b>
value-game-ask = Her seferinde sor
value-game-this = Bu masanın oyunu ve seçenekleri
settings-words-count = { $language }: <b>+{ $added }</b>, <b>−{ $removed }</b>
settings-name-nudge = ⏰ Hatırlatma
settings-about-nudge =
    Saatsiz bir oyunda uzun süre oynamazsanız grupta hatırlatırım. Özelden de haber vereyim mi?
    • <b>Kapalı</b>: yalnızca grupta
    • <b>Açık</b>: özelden de yazarım, oyuna dönüş düğmesiyle
value-nudge-off = Kapalı
value-nudge-on = Açık
nudge-call =
    ⏰ <b>{ $group }</b> grubunda sizi bekliyorlar ({ $game }): sıra uzun süredir sizde ve artık atlanabilir.
    Bu bildirimleri { COMMAND("settings") } ile kapatabilirsiniz.
settings-name-call = 📣 Son çağrı
settings-about-call =
    Düplikatta bir tur bitmek üzereyken cevap vermemişseniz özelden haber vereyim mi? Bunu başka kimse görmez.
    • <b>Kapalı</b>: sürenin azaldığını yalnızca gruptaki mesaj söyler
    • <b>Açık</b>: özelden de yazarım, tahtanızı açan düğmeyle
value-call-off = Kapalı
value-call-on = Açık
round-call =
    📣 <b>{ $group }</b> grubunda { $round }. turun bitmesine { $time } kaldı ({ $game }), henüz cevap vermediniz.
    Bu bildirimleri { COMMAND("settings") } ile kapatabilirsiniz.
settings-name-computers = 🤖 Bilgisayar oyuncular
settings-about-computers =
    Masalara bilgisayar oyuncular oturabilsin mi?
    • <b>Gelebilir</b>: masanın kurucusu ya da bir yönetici { COMMAND("computer") } ile çağırır
    • <b>Gelemez</b>: yalnızca insanlar oynar
value-computers-welcome = Gelebilir
value-computers-forbidden = Gelemez

## Doktor: botun grupta yapamadıkları
doctor-good = ✅ Bu grupta her işimi yapabiliyorum: yazıyor, resim gönderiyor ve oyunla ilgili her mesajı görüyorum.
doctor-head = <b>Bu grupta yapamadıklarım</b>
doctor-no-text = • <b>Yazı gönderemiyorum.</b> Grubun izinlerinde üyelerin mesaj göndermesine izin verin ya da beni yönetici yapın.
doctor-topic-closed = • <b>Bu konu kapalı, burada yazamıyorum.</b> Konuyu açın ya da beni konuları yönetebilen bir yönetici yapın.
doctor-no-photos = • <b>Resim gönderemiyorum, tahtaları yazıyla gösteriyorum.</b> Grubun izinlerinde üyelerin fotoğraf göndermesine izin verin ya da beni yönetici yapın.
doctor-slow-mode = • <b>Yavaş mod açık, { $time } içinde yalnızca bir mesaj gönderebiliyorum.</b> Hamleler bu yüzden geç görünür. Yavaş modu kapatın ya da beni yönetici yapın.
doctor-privacy-mode = • <b>Her mesajı görmüyorum.</b> Komutlara { $bot } eklenmeli, hamleler mesajlarıma yanıt olarak yazılmalı. Beni yönetici yaparsanız ikisi de gerekmez.
doctor-no-pins = • <b>Tahtayı sabitleyemiyorum.</b> Bana mesaj sabitleme iznini verin ya da { COMMAND("settings") } ile tahtaların sabitlenmesini kapatın.
doctor-other-topic = • <b>Bu konuda masa açamıyorum</b>, çünkü yöneticiler oyunlar için başka konular seçmiş. Konuları { COMMAND("settings") } değiştirir.
