## Oyunu sonuçsuz bitirme
an-administrator = Bir yönetici
cancel-sure = { $name }, bu oyun gerçekten sonuçsuz bitsin mi? Oyunu sizin bitirdiğiniz herkese duyurulur.
cancel-sure-host = { $name }, bu oyun gerçekten sonuçsuz bitsin mi? Diğer oyuncular bir dakika içinde karşı çıkabilir.
cancel-lost = Silinecek: { $turns } tur ve puanlar ({ $scores })
cancel-leads = Önde olan: <b>{ $name }</b>
button-cancel = ⏹ Oyunu bitir
button-keep = Hayır, oyun sürsün
button-object = ✋ Oynamak istiyorum
cancel-asked = ⏹ <b>{ $name }</b> bu oyunu sonuçsuz bitirmek istiyor. Karşı çıkan oyuncu olmazsa { $time } sonra biter.
cancel-objected = ✋ <b>{ $name }</b> oynamak istiyor: oyun sürüyor.
cancel-not = <b>{ $name }</b> vazgeçti, oyun sürüyor.
cancelled-by = ⏹ <b>{ $name }</b> oyunu bitirdi.
cancelled-by-administrator = ⏹ <b>{ $name }</b> yönetici olarak oyunu bitirdi.
cancelled-unopposed = ⏹ <b>{ $name }</b> oyunun bitmesini istedi, karşı çıkan olmadı.
refusal-cancel-proposed = Bunu zaten istediniz. Karşı çıkma süresi dolunca oyun biter.
refusal-not-cancelling = Artık kimse oyunu bitirmek istemiyor, oyun sürüyor.

## Bir oyun hakkında verilen kararlar
acts = 📋 <b>Burada verilen kararlar</b> (UTC)
acts-none = Burada hiçbir karar verilmedi.
act-pause = { $at } · <b>{ $name }</b> oyunu duraklattı
act-resume = { $at } · <b>{ $name }</b> oyunu devam ettirdi
act-propose = { $at } · <b>{ $name }</b> oyunun bitmesini istedi
act-object = { $at } · <b>{ $name }</b> bitmesine karşı çıktı
act-cancel = { $at } · <b>{ $name }</b> oyunu bitirdi
act-undo = { $at } · <b>{ $name }</b> son turu geri aldı

## Süre ekleme
extended = ⏳ <b>{ $name }</b>, <b>{ $player }</b> adlı oyuncuya { $time } ekledi.
act-extend = { $at } · <b>{ $name }</b>, <b>{ $player }</b> adlı oyuncuya { $time } ekledi
refusal-how-long = Ne kadar süre? Örneğin sırası gelen için { COMMAND("extend") } 5dk, başka biri için { COMMAND("extend") } @kim 1sa.
refusal-extend-oneself = Kendinize süre veremezsiniz, bunu başka bir yönetici yapabilir.
refusal-extend-by = Bir kerede 10 saniye ile 7 gün arasında süre verilebilir.
refusal-extend-turn = Burada yalnızca sırası gelen oyuncuya süre verilebilir.
refusal-extend-most = Süre daha fazla uzatılamaz.
refusal-turn-waits = Tur henüz başlamadı: son hamleye hâlâ itiraz edilebilir.
refusal-time-is-up = Bu oyuncunun süresi zaten doldu.

## Yöneticilerin oyuncular hakkında verdiği kararlar
act-skip = { $at } · <b>{ $name }</b>, <b>{ $player }</b> adlı oyuncunun sırasını atladı
act-remove = { $at } · <b>{ $name }</b>, <b>{ $player }</b> adlı oyuncuyu oyundan çıkardı
act-replace = { $at } · <b>{ $name }</b>, <b>{ $player }</b> adlı oyuncunun yerine başkasını geçirdi
