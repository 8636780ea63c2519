# Günün bulmacası
settings-name-daily = 🧩 Günün bulmacası
settings-about-daily =
    Her gün seçtiğiniz saatte bir bulmaca gelsin mi? Herkes aynı bulmacayı çözer, cevaplar benimle özel sohbette verilir. Ertesi gün cevabı ve ilk çözeni söylerim.
    Tam saatler aşağıdadır. Dakikayı ya da başka bir saat dilimini yazarak seçin: <code>{ COMMAND("daily") } 09:30 Europe/Istanbul</code>
value-daily-off = Kapalı
daily-when = { $clock } ({ $zone })
daily-zone-now = 🌍 Saat dilimi: { $zone }, orada şimdi { $clock }
daily-zone-guess = Saat dilimini sohbetin diline göre seçtim. Saati seçmeden önce değiştirebilirsiniz.
daily-chosen = Günün bulmacası her gün gelecek: { $when }
daily-off-chosen = Günün bulmacası kapatıldı.
daily-about-zones = Saat diliminizi seçin. Burada görmüyorsanız adını yazın: <code>{ COMMAND("daily") } Asia/Tbilisi</code>
button-daily-zone = 🌍 Saat dilimi
button-daily-solve = 🧩 Çöz
button-daily-share = ↗️ Sonucu paylaş
refusal-unknown-daily-time = “{ $typed }” ne bir saat ne de tanıdığım bir saat dilimi. Örnek: { COMMAND("daily") } 09:30 Europe/Istanbul
daily-post =
    🧩 <b>Günün bulmacası, { $day }</b>
    { $game }, kelimeler: { $words }
    En iyi hamleyi bulun. Düğme bulmacayı özel sohbetimizde açar, cevabınızı orada yalnızca ben görürüm.
daily-answer = Önceki bulmacanın cevabı: { $answer }.
daily-solved-by-nobody = Kimse çözemedi.
daily-solved-by-you = Bu bulmacayı çözmüştünüz.
daily-not-solved-by-you = Bu bulmacayı çözmemiştiniz.
daily-solved-by = Çözenlerin sayısı: { $count }.
daily-solved-first = Çözenlerin sayısı: { $count }. İlk çözen: { $name }.
daily-result =
    { $first ->
        [yes] 🥇 Günün bulmacasını ilk siz çözdünüz.
       *[other] 🧩 Günün bulmacasını çözdünüz.
    } Seri: { $streak } gün.
daily-share = Harfiyen { $day } · { $tries } deneme · { $hints } ipucu
stats-daily-streak = Günün bulmacası, seri
stats-daily-longest = Günün bulmacası, en uzun seri

settings-name-week = 🗓 Haftanın oyunu
settings-about-week =
    Her pazartesi kendiliğinden bir Düplikat oyunu başlasın mı? Yedi gün boyunca her gün herkese aynı harfler gelir, cevaplar gizli verilir. Yedinci turun sonunda en çok puanı toplayan haftayı kazanır.
    Oyun, günün bulmacasının saatinde başlar, turlar da o saatte biter.
value-week-off = Kapalı
value-week-on = Açık
week-when = pazartesileri { $clock } ({ $zone })
week-chosen = Her hafta bir oyun başlayacak: { $when }
