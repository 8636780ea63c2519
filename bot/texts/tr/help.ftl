## Yardım: masa yokken
help-brief = Oyunu { COMMAND("new") } ile seçin, { COMMAND("join") } ile oturun, { COMMAND("begin") } ile başlatın.
button-whole-rules = 📖 Kuralların tamamı
button-whole-help = 📖 Bütün komutlar
help-start =
    <b>Harfiyen</b>: grubunuzda kelime oyunları

    <b>Başlamak:</b> { COMMAND("new") } masa açar.
    <b>Katılmak:</b> { COMMAND("join") }. Oyunu { COMMAND("begin") } başlatır.
    <b>Oynamak:</b> “{ button-rack }” ya da { COMMAND("play") } { sample-word }. Klepka’da “{ own-board-open }” ya da { COMMAND("flip") } 12 34.
    <b>Ya da:</b> { COMMAND("exchange") } 1 3 5, { COMMAND("pass") }.
    <b>Bırakmak:</b> oyundan önce { COMMAND("leave") }, oyunda { COMMAND("surrender") }. Masayı { COMMAND("cancel") } kapatır.
    <b>Kimse yoksa:</b> { COMMAND("computer") } masaya bilgisayar oturtur.
help-games =
    <b>Oyunlar</b>
    { $games }

    { COMMAND("help") } klepka o oyunun komutlarını, { COMMAND("rules") } klepka kurallarını anlatır. { COMMAND("word") } KALEM kelimeyi sözlükte arar.
    Seçenekler ⚙️ düğmesindedir, oyunun adından sonra da yazılabilir: { COMMAND("new") } scrabble-tr { TYPED("options.clock") }=25{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }
help-admins =
    <b>Yöneticiler</b>
    { COMMAND("pause") } oyunu duraklatır, { COMMAND("resume") } sürdürür
    { COMMAND("extend") } 5{ TYPED("units.minute") } süre ekler
    { COMMAND("undo") } son turu geri alır
    { COMMAND("skip") } oynamayanın sırasını atlar, { COMMAND("remove") } onu oyundan çıkarır, { COMMAND("replace") } ise başka bir oyuncu arar (oyuncular bunları oylamayla yapar)
    { COMMAND("cancel") } oyunu sonuçsuz bitirir
    { COMMAND("add-word") } { sample-word } ve { COMMAND("remove-word") } { sample-word } sohbetin kelimelerini sonraki oyundan itibaren değiştirir
    { COMMAND("log") } verilen kararları gösterir
    { COMMAND("doctor") } botun bu grupta neleri yapamadığını ve ne yapılacağını söyler
    { COMMAND("records") } biten oyunların kayıtlarını açar: sezon başlatır, bir oyunu sayımdan çıkarır, hepsini dosya olarak gönderir ya da siler
help-settings =
    <b>Ayarlar</b>
    { COMMAND("settings") } ayarları açar (özel sohbette kendi ayarlarınızı)
    { COMMAND("daily") } 09:00 her gün bir bulmaca gönderir
    { COMMAND("language") } dili seçer
    { COMMAND("theme") } { TYPED("themes.dark") } resimlerin temasını seçer
    { COMMAND("labels") } { TYPED("labels.game") } hücre yazılarının dilini seçer
    { COMMAND("reading") } yönsüz hamlelerin nasıl okunacağını seçer
    { COMMAND("ping") } sonraki masa açılınca size haber verir
    { COMMAND("tables") } buradaki masaları, { COMMAND("games") } özelde oyunlarınızı gösterir
    { COMMAND("stats") } istatistiklerinizi, { COMMAND("top") } grubun sıralamasını gösterir
    <code>{ COMMAND("score") } #2</code> birden çok masa varken 2 numaralı masayı seçer
    { COMMAND("puzzle") } bulmaca gösterir: çözen 100 puan alır, her ipucu ve yanlış cevap bunu 10 düşürür (en az 10)
    { COMMAND("mydata") } hakkınızda tutulan bilgileri gösterir, isterseniz siler
button-help-game = 🎲 Oyunun komutları
button-help-admins = 🛠 Yöneticiler
button-help-settings = ⚙️ Ayarlar
button-help-back = ‹ Yardım
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = Bot grup yöneticisi değilse komutlara adını ekleyin: <code>{ $example }</code>

## Yardım: oyunun komutları
help-head = <b>{ $game }: komutlar</b>
help-move =
    <b>Hamle</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } ya da { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }. Kısaca: yatayda { $row }{ $column } { $sample }, dikeyde { $cell } { $sample }. Tahtanın resmine yanıt veriyorsanız { COMMAND("play") } gerekmez.
help-move-more =
    Kelimenin tamamını, tahtadaki harfleriyle birlikte yazın. Jokeri köşeli paranteze alın: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample } özel sohbette hamlenin önizlemesini ve puanını gösterir
    { COMMAND("exchange") } 1 3 5 rafınızdaki 1., 3. ve 5. taşı değiştirir · { COMMAND("pass") } pas geçer · { COMMAND("surrender") } pes eder
help-challenge = { COMMAND("challenge") } son hamleye, { COMMAND("challenge") } { $sample } yalnızca o kelimeye itiraz eder
help-draw = { COMMAND("draw") } beraberlik önerir · yanıt: { COMMAND("draw") } { TYPED("draw.yes") } ya da { COMMAND("draw") } { TYPED("draw.no") }
help-take-back = { COMMAND("take-back") } son hamlenizi, süresi dolmadan geri alır
help-hint = { COMMAND("hint") } en iyi hamleyi size adım adım söyler, başkası görmez
help-look =
    <b>Bilgi almak için</b>
    { COMMAND("rack") } kendi tahtanızı rafınızla yalnızca size açar · { COMMAND("board") } tahtayı gösterir (yazıyla: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } puanları, { COMMAND("bag") } torbada kalanları gösterir
help-cards =
    <b>Kartlar</b>
    { COMMAND("flip") } 12 34 bu kartları açar (düğmelerle ya da resme “12 34” diye yanıt vererek de olur)
    { COMMAND("form") } СЛОВО kartlarınızla kelime kurar · poliseminin yerine geçtiği harfi köşeli paranteze alın: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } başka kart açmadan sırayı bırakır, masa boşaldıysa kelime kurmayacağınızı söyler
    { COMMAND("trade") } О 2 А sizin О kartınızı verir, 2. oyuncunun А kartını alır (oyuncuyu etiketleyebilir ya da mesajını yanıtlayabilirsiniz) · rengi de yazılabilir: Ож sarı, Ос mavi
    { COMMAND("chaos") } masadaki kartları karıştırır · { COMMAND("surrender") } pes eder
help-look-cards =
    <b>Bilgi almak için</b>
    { COMMAND("board") } masayı gösterir (yazıyla: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } puanları ve herkesin kartlarını, { COMMAND("bag") } masada kaç kart kaldığını gösterir
help-word = { COMMAND("word") } { $sample } kelimeyi sözlükte arar
help-clock = { COMMAND("clock") } kalan süreleri gösterir
help-looks = { COMMAND("settings") } dili, temayı ve tahtaları, { COMMAND("labels") } { TYPED("labels.game") } hücre yazılarını ayarlar
help-looks-without-labels = { COMMAND("settings") } dili, temayı ve tahtaları ayarlar
help-table =
    <b>Masa ve sohbet</b>
    { COMMAND("join") } masaya oturtur · { COMMAND("leave") } kaldırır · { COMMAND("invite") } @kim yer ayırır · { COMMAND("computer") } { TYPED("levels.kolay") } bilgisayar oturtur · { COMMAND("begin") } başlatır · <code>{ COMMAND("cancel") }</code> masayı ya da oyunu kapatır · { COMMAND("rules") } kuralları anlatır
    { $looks } · sohbetin kelimeleri olmadan: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Başka bir oyunun komutları: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } biten oyunun kura kanıtını size gönderir: sır, bütün turların kaydı (gruba: { COMMAND("proof") } { TYPED("answers.group") })
