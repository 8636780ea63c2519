## Yardım: masa yokken
help-start =
    <b>Harfiyen</b> gruplarda kelime oyunu oynatır.

    <b>Başlamak için</b>
    /yeni ile oyunu seçin, /katil ile oturun, /baslat ile başlatın. /ayril masadan kaldırır, /iptal masayı kapatır.
    Seçenekler ⚙️ düğmesindedir; oyunun adından sonra da yazılır: /yeni scrabble-tr saat=25dk itiraz=çift

    <b>Oyunlar</b>
    { $games }

    <b>Devamı</b>
    /yardim klepka oyunun komutlarını, /kurallar klepka kurallarını anlatır; masa açılınca adını yazmak gerekmez.
    /sozluk KALEM sözlüğe bakar · /tema koyu resimlerin teması · /dil sohbetin dili
help-start-game = <code>/yeni { $id }</code> { $game }
help-member = Bot grupta yönetici değilse komutlara adını ekleyin: { $example }

## Yardım: oyunun komutları
help-head = <b>{ $game }: komutlar</b>
help-move =
    <b>Hamle</b>
    /oyna H8 yatay KALEM ya da /oyna H8 dikey KALEM; kısası yatayda 8H KALEM, dikeyde H8 KALEM. Tahtanın resmini yanıtlarken /oyna gerekmez.
    Kelimeyi tahtadaki harfleriyle birlikte, bütün yazın; joker köşeli ayraçla: KA[L]EM
    /dene H8 yatay KALEM, özel sohbette: oynamadan önce nasıl duracağı ve puanı
    /degistir 1 3 5 raftaki 1., 3. ve 5. taşı değiştirir · /pas pas geçer · /teslim teslim olur
help-challenge = /itiraz son hamleye itiraz eder, /itiraz KELİME yalnız o kelimeye
help-draw = /berabere beraberlik önerir; öneriyi /berabere evet ya da /berabere hayır yanıtlar
help-look =
    <b>Bakmak için</b>
    /raf rafınız, özelden · /tahta tahta, yazıyla: /tahta metin · /skor puanlar · /torba torbada kalanlar
help-cards =
    <b>Kartlar</b>
    /ac 12 34 bu kartları açar; düğmelerle ya da resmi “12 34” diye yanıtlayarak da açılır
    /soz СЛОВО kartlarınızla kelime kurar; poliseminin yerine geçtiği harf köşeli ayraçla: /soz м[о]л[о]к[о]
    /pas ek kart açmadan sırayı bırakır; masa boşken kelime kurmadığınızı bildirir
    /takas О 2 А kendi О kartınızı verir, 2. oyuncunun А kartını alır (oyuncuyu anabilir ya da mesajını yanıtlayabilirsiniz); renkliyse Ож sarı, Ос mavi
    /kaos masadaki kartları karıştırır · /teslim teslim olur
help-look-cards =
    <b>Bakmak için</b>
    /tahta masa, yazıyla: /tahta metin · /skor puanlar ve herkesin kartları · /torba masada kaç kart kaldığı
help-word = /sozluk KELİME sözlükte var mı
help-clock = /sure kalan süreler · /duraklat ve /devam saatleri durdurur, sürdürür (yöneticiler)
help-table =
    <b>Masa ve sohbet</b>
    /katil oturur · /ayril kalkar · /baslat başlatır · /iptal masayı kapatır · /kurallar kurallar
    /tema koyu resimlerin teması · /dil sohbetin dili · /kelimeekle KELİME ve /kelimesil KELİME sohbetin kendi kelimeleri, sonraki oyundan itibaren (yöneticiler); onlarsız masa: sohbet-kelimeleri=yok
    Başka bir oyunun komutları: /yardim { $other }
