## Oyunu sonuçsuz bitirme
an-administrator = Bir yönetici
cancel-sure = { $name }, bu oyun gerçekten sonuçsuz bitsin mi? Oyunu sizin bitirdiğiniz herkese duyurulur.
cancel-sure-host = { $name }, bu oyun gerçekten sonuçsuz bitsin mi? Öteki oyuncuların karşı çıkmak için bir dakikası olacak.
cancel-lost = Bunlar boşa gider: { $turns } tur ve puanlar { $scores }
cancel-leads = Önde olan: <b>{ $name }</b>
button-cancel = ⏹ Oyunu bitir
button-keep = Hayır, oyun sürsün
button-object = ✋ Oynamak istiyorum
cancel-asked = ⏹ <b>{ $name }</b> bu oyunu sonuçsuz bitirmek istiyor. Karşı çıkan oyuncu olmazsa { $time } sonra biter.
cancel-objected = ✋ <b>{ $name }</b> oynamak istiyor: oyun sürüyor.
cancel-not = <b>{ $name }</b> vazgeçti, oyun sürüyor.
cancel-done = ⏹ <b>{ $name }</b> oyunu bitirdi.
cancelled-by = ⏹ <b>{ $name }</b> oyunu bitirdi.
cancelled-by-administrator = ⏹ <b>{ $name }</b> yönetici olarak oyunu bitirdi.
cancelled-unopposed = ⏹ <b>{ $name }</b> oyunun bitmesini istedi, karşı çıkan olmadı.
refusal-cancel-proposed = Bunu zaten istediniz; karşı çıkma süresi dolunca oyun biter.
refusal-not-cancelling = Artık kimse oyunu bitirmek istemiyor; oyun sürüyor.

## Bir oyun hakkında verilen kararlar
acts = 📋 <b>Bu oyunda verilen kararlar</b> (UTC)
acts-none = Bu oyunda hiçbir karar verilmedi.
act-pause = { $at } · <b>{ $name }</b> saatleri durdurdu
act-resume = { $at } · <b>{ $name }</b> saatleri yeniden başlattı
act-propose = { $at } · <b>{ $name }</b> oyunun bitmesini istedi
act-object = { $at } · <b>{ $name }</b> bitmesine karşı çıktı
act-cancel = { $at } · <b>{ $name }</b> oyunu bitirdi
act-undo = { $at } · <b>{ $name }</b> son turu geri aldı
