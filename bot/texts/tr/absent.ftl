## Masada olmayanlar
absent-nudged = 🔔 { $name }, { $time } süredir sıra sizde. Diğerleri artık { COMMAND("skip") } ile sıranızı atlayabilir.
absent-skipped-time = ⏭ <b>{ $name }</b> uzun süredir oynamadı, sırası atlandı.
absent-skipped-vote = ⏭ <b>{ $name }</b>: sırası oyla atlandı.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b>, <b>{ $name }</b> adlı oyuncunun sırasını atladı.
turn-skipped = ⏭ <b>{ $name }</b>: sırası atlandı.
panel-skipped = sırası atlandı
panel-undone = tur geri alındı
absent-rests = 💤 Herkesin sırası iki kez atlandı; biri bir şey yapana kadar masa dinleniyor.
absent-removed-vote = 🚪 <b>{ $name }</b> oyla oyundan çıkarıldı.
absent-removed-ruling = 🚪 <b>{ $ruler }</b>, <b>{ $name }</b> adlı oyuncuyu oyundan çıkardı.
absent-replaced-vote = 🔁 <b>{ $name }</b> yerine oyla { $other } geçti; elindekiler, puanı ve süresi artık onun.
absent-replaced-ruling = 🔁 <b>{ $ruler }</b>, <b>{ $name }</b> yerine { $other } adlı oyuncuyu geçirdi; elindekiler, puanı ve süresi artık onun.
absent-returned = 👋 <b>{ $name }</b> geri döndü.
absent-sought = 🙋 <b>{ $name }</b> yerine kim geçer? Elindekileri, puanını ve süresini alır. Oynamayan biri düğmeye basabilir; sonra masadakiler oylar ya da bir yönetici karar verir.
absent-ready = Hazırsınız. Şimdi masadakiler karar verecek.
absent-about-skip = <b>{ $name }</b> adlı oyuncunun sırası atlansın mı?
absent-about-remove = <b>{ $name }</b> oyundan çıkarılsın mı?
absent-about-replace = <b>{ $name }</b> yerine <b>{ $other }</b> geçsin mi?
absent-question = 🗳 { $question } Gereken oy: { $needed }
absent-voted-yes = <b>{ $name }</b> evet dedi.
absent-voted-no = <b>{ $name }</b> hayır dedi.
absent-vote-lost = 🗳 { $question } Oylama kaybedildi.
absent-vote-counts = Oyunuz sayıldı.
button-vote-yes = ✅ Evet
button-vote-no = ❌ Hayır
button-heir = 🙋 Yerine ben geçerim

option-skip-after = Atlama süresi
option-allowance = Otomatik atlama
value-allowance-on = üç gün sonra
value-allowance-off = yok

refusal-who-is-meant = Kimi kastettiğinizi anlamadım: mesajını yanıtlayın ya da @kullanıcıadını ya da oturma sırasını (1, 2, …) yazın.
refusal-clock-decides = Bu masada saat işliyor; sırayı saat atlar.
refusal-not-absent-yet = { $name } için henüz erken: en çok { $hours } saat daha beklemek gerek.
refusal-not-away = { $name } hâlâ oynuyor: oyuncular yalnızca son sırasını kaçırmış ya da sırası atlanabilecek kadar beklemiş biri hakkında karar verebilir. Bir yönetici her zaman karar verebilir.
refusal-turn-is-over = O sıra geçti.
refusal-vote-on-oneself = Bu sizinle ilgili; buna siz karar veremezsiniz. Sıra sizdeyse { COMMAND("pass") } yazabilirsiniz, bırakmak için { COMMAND("surrender") }.
refusal-voted-already = Böyle oy verdiniz bile; isterseniz değiştirebilirsiniz.
refusal-no-vote = Bu oylama artık açık değil.
refusal-vote-open = Masada zaten bir oylama var; önce o bitsin.
refusal-director-rules = Turnuvada buna yalnızca bir yönetici karar verir.
refusal-has-substitute = { $name } geçmeye hazır bile.
refusal-rule-or-wait = Oynamıyorsunuz: yönetici olarak evet diyebilir ya da oyuncuları bekleyebilirsiniz.
refusal-members-only = Bunu yalnızca bu grubun üyeleri yapabilir.

## Gruptan ayrılan oyuncular
seat-gone = ayrıldı
panel-gone = gruptan ayrıldı

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = Bu oyunda başka bir oyuncunun yerinde oynadınız; bu yere geçemezsiniz.
refusal-computers-alone = Bu yere bilgisayar geçerse oyunda yalnız bilgisayarlar kalır; yerine bir oyuncu geçmeli.
