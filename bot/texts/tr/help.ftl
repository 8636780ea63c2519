## Yardım: masa yokken
help-brief = Oyunu { COMMAND("new") } ile seçin, { COMMAND("join") } ile oturun, { COMMAND("begin") } ile başlatın.
button-whole-rules = 📖 Kuralların tamamı
button-whole-help = 📖 Bütün komutlar
help-start =
    <b>Harfiyen</b> ile gruplarda kelime oyunları oynanır.

    <b>Başlamak için</b>
    { COMMAND("new") } ile oyunu seçin, { COMMAND("join") } ile oturun, { COMMAND("begin") } ile başlayın. { COMMAND("leave") } masadan kaldırır, { COMMAND("cancel") } masayı kapatır. Oturan herkes başlatabilir; masayı açan { COMMAND("invite") } @kim ile birine yer ayırır. Bir gün gelen giden olmazsa masa kendiliğinden kapanır.
    Seçenekler ⚙️ düğmesindedir; oyunun adından sonra da yazabilirsiniz: { COMMAND("new") } scrabble-tr { TYPED("options.clock") }=25{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }

    <b>Oyunlar</b>
    { $games }

    <b>Dahası</b>
    { COMMAND("help") } klepka o oyunun komutlarını, { COMMAND("rules") } klepka kurallarını anlatır; masa açıkken oyunun adını yazmanız gerekmez.
    { COMMAND("word") } KALEM kelimeye sözlükte bakar · { COMMAND("theme") } { TYPED("themes.dark") } resimlerin temasını, { COMMAND("language") } sohbetin dilini değiştirir
    { COMMAND("skip") } oynamayan oyuncunun sırasını atlar, { COMMAND("remove") } onu oyundan çıkarır, { COMMAND("replace") } yerine başkasını oturtur · { COMMAND("ping") } sonraki masayı size haber verir · { COMMAND("pause") } oyunu durdurur, { COMMAND("resume") } sürdürür, { COMMAND("extend") } 5{ TYPED("units.minute") } süre ekler, { COMMAND("undo") } son turu geri alır, { COMMAND("log") } verilen kararları gösterir (yöneticiler)
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = Bot grup yöneticisi değilse komutlara adını ekleyin: <code>{ $example }</code>

## Yardım: oyunun komutları
help-head = <b>{ $game }: komutlar</b>
help-move =
    <b>Hamle</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } ya da { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }; kısaca yatayda { $row }{ $column } { $sample }, dikeyde { $cell } { $sample }. Tahtanın resmini yanıtlıyorsanız { COMMAND("play") } gerekmez.
help-move-more =
    Kelimeyi tahtadaki harfleriyle birlikte, tam olarak yazın; jokeri köşeli ayraca alın: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample } özel sohbette hamlenin nasıl duracağını ve puanını gösterir
    { COMMAND("exchange") } 1 3 5 rafınızdaki 1., 3. ve 5. taşı değiştirir · { COMMAND("pass") } pas geçer · { COMMAND("surrender") } teslim olur
help-challenge = { COMMAND("challenge") } son hamleye, { COMMAND("challenge") } { $sample } yalnızca o kelimeye itiraz eder
help-draw = { COMMAND("draw") } beraberlik önerir; öneriye { COMMAND("draw") } { TYPED("draw.yes") } ya da { COMMAND("draw") } { TYPED("draw.no") } diye yanıt verilir
help-take-back = { COMMAND("take-back") } son hamlenizi, süresi dolmadan geri alır
help-look =
    <b>Bilgi almak için</b>
    { COMMAND("rack") } kendi tahtanızı rafınızla yalnızca size açar · { COMMAND("board") } tahtayı gösterir (yazıyla: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } puanları, { COMMAND("bag") } torbada kalanları gösterir
help-cards =
    <b>Kartlar</b>
    { COMMAND("flip") } 12 34 bu kartları açar; düğmelerle ya da resme “12 34” diye yanıt vererek de açabilirsiniz
    { COMMAND("form") } СЛОВО kartlarınızla kelime kurar; poliseminin yerine geçtiği harfi köşeli ayraca alın: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } ek kart açmadan sırayı bırakır; masa boşaldıysa kelime kurmayacağınızı bildirir
    { COMMAND("trade") } О 2 А sizin О kartınızı verir, 2. oyuncunun А kartını alır (oyuncuyu anabilir ya da mesajını yanıtlayabilirsiniz); rengi de yazılabilir: Ож sarı, Ос mavi
    { COMMAND("chaos") } masadaki kartları karıştırır · { COMMAND("surrender") } teslim olur
help-look-cards =
    <b>Bilgi almak için</b>
    { COMMAND("board") } masayı gösterir (yazıyla: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } puanları ve herkesin kartlarını, { COMMAND("bag") } masada kaç kart kaldığını gösterir
help-word = { COMMAND("word") } { $sample } kelimeye sözlükte bakar
help-clock = { COMMAND("clock") } kalan süreleri gösterir
help-looks = { COMMAND("settings") } dili, temayı, tahtaları, { COMMAND("labels") } { TYPED("labels.game") } hücre yazılarını ayarlar
help-looks-without-labels = { COMMAND("settings") } dili, temayı ve tahtaları ayarlar
help-table =
    <b>Masa ve sohbet</b>
    { COMMAND("join") } masaya oturtur · { COMMAND("leave") } kaldırır · { COMMAND("invite") } @kim yer ayırır · { COMMAND("computer") } { TYPED("levels.kolay") } bilgisayar oturtur · { COMMAND("begin") } başlatır · <code>{ COMMAND("cancel") }</code> masayı ya da oyunu kapatır · { COMMAND("rules") } kuralları anlatır
    { $looks } · { COMMAND("add-word") } { $sample } ve { COMMAND("remove-word") } { $sample } sohbetin kelimelerini sonraki oyundan itibaren değiştirir (yöneticiler); onlarsız oynamak için: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Başka bir oyunun komutları: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } biten oyunun kura kanıtını gönderir: sırrı, bütün hamlelerin kaydı
