# Biten bir oyunun en pahalı hamleleri.

button-costly = 🔍 Pahalıya mal olan hamlelerim
button-costly-before = ◀
button-costly-next = ▶
costly-head = 🔍 <b>{ $name }</b>: pahalıya mal olan hamleler ({ $number }/{ $count })
costly-move = <b>{ $turn }</b>: { $sentence }
costly-none = 🔍 <b>{ $name }</b>: pahalıya mal olan bir hamle yok. Her hamle en iyisi kadar iyiydi.
costly-none-short = Pahalıya mal olan bir hamleniz yok. Her hamleniz en iyisi kadar iyiydi.
costly-unjudged = 🔍 <b>{ $name }</b>: değerlendirilebilen bir hamle yok.
costly-unjudged-short = Değerlendirilebilen bir hamleniz yok.
costly-being-analysed = Oyunu inceliyorum. Sonuç en geç birkaç dakika içinde bu sohbette.
costly-being-analysed-alone = Oyunu inceliyorum. Sonucu en geç birkaç dakika içinde yalnızca siz göreceksiniz: burada ya da özel sohbetimizde.
costly-above = Az önce gönderdim, biraz yukarıda.
costly-failed = Bu oyunu inceleyemedim.
refusal-costly-not-yours = Bunu yalnızca oyunun kendi oyuncularına söylerim.
refusal-costly-page-not-yours = Bu sayfayı yalnızca hamlelerin sahibi çevirebilir.

## Ayar
settings-name-analysis = 🔍 Pahalıya mal olan hamleler
settings-about-analysis =
    Biten bir oyunun altındaki “{ button-costly }” düğmesine dokunana, pahalıya mal olan hamlelerini söylerim. Kim görsün?
    • <b>Yalnızca isteyen</b>: başka kimse görmez
    • <b>Herkes</b>: sonucu gruba yazarım
value-analysis-alone = Yalnızca isteyen
value-analysis-all = Herkes
