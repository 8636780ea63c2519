## Kayıtların paneli
records-head-group =
    📋 <b>Bu grubun kayıtları</b>
    Burada biten oyunlar. Yalnızca yöneticiler değiştirebilir.
records-head-private =
    📋 <b>Kayıtlarınız</b>
    Burada biten oyunlar.
records-none = Henüz sonuçlanan oyun yok.
records-count = <b>{ $count }</b> oyun kayıtlı.
records-season = Şimdiki sezon: <b>{ $number }</b>
button-records-season = ▶ Yeni sezon
button-records-games = 🗂 Oyunlar
button-records-export = 📄 Dosya olarak gönder
button-records-erase = ✖ Hepsini sil

## Sezon
records-season-sure =
    { $number }. sezon başlasın mı? Bundan sonra biten oyunlar yeni sezona yazılır.
    Eski oyunlar da güç puanları da kalır. Başlayan sezon geri alınamaz.
button-records-season-yes = ▶ Evet, başlasın
records-season-begun = ▶ <b>{ $name }</b> { $number }. sezonu başlattı: bundan sonra biten oyunlar bu sezona yazılır.

## Oyunlar
records-games =
    <b>Kayıtlı oyunlar</b>, en yenisi üstte
    Dokunduğunuz oyun sayımdan çıkar, bir daha dokununca yeniden sayılır. Bütün istatistikler ve güç puanları baştan hesaplanır.
    ✓ sayılıyor · ✕ sayılmıyor
records-game = { $game } ({ $date }: { $players })
button-records-newest = ‹ En yeniler
button-records-older = Daha eskiler ›
records-left-out = ✕ <b>{ $name }</b> bir oyunu sayımdan çıkardı: { $game }
records-counted = ✓ <b>{ $name }</b> bir oyunu yeniden sayıma kattı: { $game }

## Dosya ve silme
records-export =
    Bütün kayıtlar: her satır bir oyun ya da sezon başlangıcı (JSON), zamanlar 1970’ten beri saniye olarak (UTC).
    Saklamanız ve kendi hesaplarınız içindir. Dosya bota geri yüklenemez.
records-no-files = Buraya dosya gönderemiyorum.
refusal-no-records = Kayıtlı oyun yok.
records-erase-sure =
    Bütün kayıtlar silinsin mi? <b>{ $count }</b> oyunun sonuçları, hamleleri ve kanıtları, herkesin istatistikleri, güç puanları, unvanları ve sezonlar gider. <b>Geri alınamaz.</b>
    Saklamak isterseniz önce dosyasını alın. Süren oyunlar etkilenmez.
button-records-erase-yes = ✖ Evet, hepsini sil
records-erased = ✖ <b>{ $name }</b> bütün kayıtları sildi: istatistikler ve güç puanları sıfırdan başlıyor.

## Kararların günlüğü
act-records-season = { $at } · <b>{ $name }</b> { $number }. sezonu başlattı
act-records-leave-out = { $at } · <b>{ $name }</b> { $date } tarihli oyunu sayımdan çıkardı ({ $game })
act-records-count = { $at } · <b>{ $name }</b> { $date } tarihli oyunu yeniden sayıma kattı ({ $game })
act-records-erase = { $at } · <b>{ $name }</b> bütün kayıtları sildi ({ $number } oyun)
