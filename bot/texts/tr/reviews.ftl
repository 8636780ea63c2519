# Bilgisayara karşı özel oyunda kendi hamlenizin yorumu: daha iyisi, nedeniyle.

review-better = 🔍 <b>{ $turn }</b>: { $sentence }
review-best = ✓ <b>{ $turn }</b>: { $sentence }

## The offer, once after the first finished game
reviews-offer = 🔍 Tahta oyunlarında bilgisayara karşı her hamlenizden sonra daha iyisini ve nedenini söyleyeyim mi? Bunu { COMMAND("settings") } ile değiştirebilirsiniz.
button-reviews-on = 🔍 Evet, söyleyin

## Ayar
settings-name-reviews = 🔍 Hamle yorumları
settings-about-reviews =
    Bu sohbette bilgisayara karşı tahtalı bir oyun oynarken her hamlenizden sonra daha iyisini nedeniyle söyleyip küçük bir resimle göstereyim mi?
    • <b>Kapalı</b>: söylemem
    • <b>Açık</b>: hamleniz kesinleşince yazarım, oyun beni beklemez
value-reviews-off = Kapalı
value-reviews-on = Açık
