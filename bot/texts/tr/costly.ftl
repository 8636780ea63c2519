# Biten bir oyunun en pahalı hamleleri.

button-costly = 🔍 En pahalı hamlelerim
button-costly-before = ◀
button-costly-next = ▶
costly-head = 🔍 <b>{ $name }</b>: en pahalı hamleler ({ $number }/{ $count })
costly-move = <b>{ $turn }</b>: { $sentence }
costly-none = 🔍 <b>{ $name }</b>: pahalı bir hamle yok. Her hamle en iyisi kadar iyiydi.
costly-none-short = Pahalı bir hamleniz yok. Her hamleniz en iyisi kadar iyiydi.
costly-being-analysed = Oyunu inceliyorum. Sonucu birazdan gönderirim.
costly-above = Az önce gönderdim, biraz yukarıda.
costly-failed = Bu oyunu inceleyemedim.
refusal-costly-not-yours = Bunu yalnızca oyunun kendi oyuncularına söylerim.
refusal-costly-page-not-yours = Bu sayfayı yalnızca hamlelerin sahibi çevirebilir.

## Ayar
settings-name-analysis = 🔍 Pahalı hamleler
settings-about-analysis =
    Biten bir oyunun altındaki “{ button-costly }” düğmesine basana en pahalı hamlelerini söylerim. Kim görsün?
    • <b>Yalnızca basan</b>: başka kimse görmez
    • <b>Herkes</b>: sonucu gruba yazarım
value-analysis-alone = Yalnızca basan
value-analysis-all = Herkes
