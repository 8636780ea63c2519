## Masada olmayanlar
absent-nudged = 🔔 { $name }, sıra { $time } önce size geldi. Diğerleri artık { COMMAND("skip") } ile sıranızı atlayabilir.
absent-skipped-time = ⏭ <b>{ $name }</b> uzun süredir oynamıyor, sırası atlandı.
absent-skipped-vote = ⏭ <b>{ $name }</b> adlı oyuncunun sırası oylamayla atlandı.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b>, <b>{ $name }</b> adlı oyuncunun sırasını atladı.
turn-skipped = ⏭ <b>{ $name }</b> adlı oyuncunun sırası atlandı.
panel-skipped = sırası atlandı
panel-undone = tur geri alındı
absent-rests = 💤 Herkesin sırası iki kez atlandı. Masa, biri dönene kadar bekliyor.
absent-removed-vote = 🚪 <b>{ $name }</b> oylamayla oyundan çıkarıldı.
absent-removed-ruling = 🚪 <b>{ $ruler }</b>, <b>{ $name }</b> adlı oyuncuyu oyundan çıkardı.
remove-sure = <b>{ $name }</b> gerçekten oyundan çıkarılsın mı? Puanı ne olursa olsun sonuncu sayılır.
button-remove = 🚪 Evet, çıkar
remove-not = <b>{ $name }</b> oyunda kalıyor.
absent-replaced-vote = 🔁 Oylamayla <b>{ $name }</b> yerine { $other } geçti. Elindekileri, puanını ve süresini devraldı.
absent-replaced-ruling = 🔁 <b>{ $ruler }</b>, <b>{ $name }</b> yerine { $other } adlı oyuncuyu oturttu. Eldekiler, puan ve süre ona geçti.
absent-returned = 👋 <b>{ $name }</b> geri döndü.
absent-sought = 🙋 <b>{ $name }</b> yerine kim oynamak ister? Elindekileri, puanını ve süresini devralırsınız. Bu oyunda değilseniz düğmeye dokunabilirsiniz. Sonra oyuncular oylama yapar ya da bir yönetici karar verir.
absent-ready = Tamam, sizi yazdım. Şimdi oyuncular karar verecek.
absent-about-skip = <b>{ $name }</b> adlı oyuncunun sırası atlansın mı?
absent-about-remove = <b>{ $name }</b> oyundan çıkarılsın mı?
absent-about-replace = <b>{ $name }</b> yerine <b>{ $other }</b> geçsin mi?
absent-question = 🗳 { $question } Gereken oy: { $needed }
absent-voted-yes = <b>{ $name }</b> evet dedi.
absent-voted-no = <b>{ $name }</b> hayır dedi.
absent-vote-lost = 🗳 { $question } Kabul edilmedi.
absent-vote-counts = Oy verdiniz.
button-vote-yes = ✅ Evet
button-vote-no = ❌ Hayır
button-volunteer = 🙋 Yerine ben oynarım

option-skip-after = Atlama süresi
option-allowance = Otomatik atlama
value-allowance-on = üç gün sonra
value-allowance-off = yok

refusal-who-is-meant = Kimi kastettiğinizi anlamadım. Bir mesajını yanıtlayın ya da @kullanıcıadını veya masadaki numarasını (1, 2, …) yazın.
refusal-no-turns = Bu oyunda kimse beklenmez: turun süresi dolana kadar herkes cevap verebilir.
refusal-clock-decides = Bu masada saat var: süresi dolana ne olacağını o belirler.
refusal-not-absent-yet = { $name } için henüz erken: en çok { $hours } saat daha bekleyin.
refusal-not-away = { $name } hâlâ oynuyor. Oyuncular yalnızca son sırasını kaçıran ya da sırası artık atlanabilen biri hakkında karar verir. Yöneticiler her zaman karar verebilir.
refusal-turn-is-over = O sıra geçti.
refusal-vote-on-oneself = Konu siz olduğunuz için kararı diğerleri verir. Sıra sizdeyse { COMMAND("pass") }, oyunu bırakmak için { COMMAND("surrender") } yazın.
refusal-voted-already = Zaten bu oyu verdiniz. İsterseniz değiştirebilirsiniz.
refusal-no-vote = Bu oylama kapandı.
refusal-vote-open = Masada zaten bir oylama var, önce onun bitmesi gerek.
refusal-director-rules = Turnuvada buna yalnızca bir yönetici karar verir.
refusal-has-substitute = Yerine oynayacak biri zaten var: { $name }
refusal-rule-or-wait = Bu oyunda değilsiniz: yönetici olarak evet diyebilir ya da oyuncuları bekleyebilirsiniz.
refusal-members-only = Bunu yalnızca bu grubun üyeleri yapabilir.

## Gruptan ayrılan oyuncular
seat-gone = ayrıldı
panel-gone = gruptan ayrıldı

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = Bu oyunda başka bir oyuncunun yerinde oynadınız, bu yere geçemezsiniz.
refusal-computers-alone = Bu yere bilgisayar geçerse oyunda yalnızca bilgisayarlar kalır, buraya bir insan geçmeli.
