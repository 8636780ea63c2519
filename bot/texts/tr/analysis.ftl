# Biten bir oyuna yeniden bakmak: bir tur için tek cümle, resmindeki sözler, oyunun bütünü.

## Cümlenin içinde bir tur
analysis-play = { $word } ({ $points })
analysis-play-there = { $place } { $word } ({ $points })
analysis-exchange = { $tiles } değişimi
analysis-pass = pas


## Cümle
analysis-is-best = { $played } en iyi seçimdi.
analysis-is-equal = { $played } ile { $best } arasında belirgin bir fark yok.
analysis-is-worse = { $size ->
    [small] { $played } yerine { $best } biraz daha iyi olurdu
    [medium] { $played } yerine { $best } epey daha iyi olurdu
   *[large] { $played } yerine { $best } çok daha iyi olurdu
}
analysis-without-reason = { $lead }.
analysis-with-reason = { $lead }: { $reasons }.
analysis-turn-lost = { $lead }: { $word } itiraz üzerine geçersiz sayıldı ve hiç puan getirmedi.
analysis-two-reasons = { $one } ve { $other }
analysis-although = { $points } puan eksik getirse de { $reasons }

## Nedenler: daha iyi olan tur ne yapıyor
analysis-reason-bingo = bingo yapıyor
analysis-reason-bonus = bonus hücresini alıyor (+{ $points })
analysis-reason-premium = { $cell } hücresinde kelimeyi { $times ->
    [2] ikiye
    [3] üçe
   *[4] dörde
} katlıyor
analysis-reason-points = { $points } puan fazla getiriyor
analysis-reason-leave = rafta yaklaşık { $points } puan daha değerli taşlar bırakıyor ({ $tiles })
analysis-reason-blank = jokeri rafta tutuyor
analysis-reason-blank-cheap = jokeri { $points } puan uğruna harcamıyor
analysis-reason-opened = kelimeyi { $times ->
    [3] üçe
   *[4] dörde
} katlayan { $cell } hücresini rakibe açmıyor
analysis-reason-blocked = kelimeyi { $times ->
    [3] üçe
   *[4] dörde
} katlayan { $cell } hücresini rakibe kapatıyor
analysis-reason-tried = iki tur sonra ortalama { $points } puan önde oluyor


## Oyunun sonundaki nedenler, sonuna kadar oynanarak
analysis-end-win-win = iki taraf da en iyisini oynarsa oyunu { $played } yerine { $best } puan farkla kazandırıyor
analysis-end-win-draw = iki taraf da en iyisini oynarsa oyunu berabere bitirmek yerine { $best } puan farkla kazandırıyor
analysis-end-win-loss = iki taraf da en iyisini oynarsa oyunu { $played } puan farkla kaybettirmek yerine { $best } puan farkla kazandırıyor
analysis-end-draw-loss = iki taraf da en iyisini oynarsa oyunu { $played } puan farkla kaybettirmek yerine berabere bitiriyor
analysis-end-loss-loss = iki taraf da en iyisini oynarsa oyunu { $played } yerine { $best } puan farkla kaybettiriyor

## Resimlerdeki ve listelerdeki sözler
analysis-size-small = Küçük kayıp
analysis-size-medium = Orta kayıp
analysis-size-large = Büyük kayıp
analysis-size-equal = Neredeyse eşit
analysis-size-best = En iyi seçim
analysis-lost-win = kazanma şansı −%{ $percent }
analysis-lost-points = −{ $points } puan
analysis-label-played = Oynanan
analysis-label-better = Daha iyisi
analysis-label-equal = Aynı değerde
analysis-label-rack = Raf
analysis-label-kept = Kalan
analysis-label-nothing = hiç
analysis-label-worth = değeri { $signed }
analysis-exchange-label = { $tiles } değişimi
analysis-pass-label = pas
analysis-turn-number = { $number }. tur

## Oyunun bütünü
analysis-share = Hamle başarısı: en iyi hamlelerin getireceği puana göre %{ $percent } (değerlendirilen hamle: { $turns })
analysis-share-unknown = Hamle başarısı: torba boşalmadan önce değerlendirilebilen hamle yok
analysis-luck = Taş şansı: { $signed } (puan olarak, ortalamaya göre)
analysis-luck-unknown = Taş şansı: bilinmiyor
analysis-turning-point = Oyunun dönüm noktası: { $number }. tur ({ $name }, { $turn }).
button-turning-point = 🔀 Dönüm noktası: { $number }. tur
