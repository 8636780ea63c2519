## Duplicate: what somebody missed, and the history
missed-round = { $round }. tur
missed-top = { $own } ile { $points } aldınız. En iyisi { $top } idi: { $best }, yani { $cost } fazlası.
missed-by-word = { $own } dediniz, ama sözlükte yok. En iyisi { $top } idi: { $best }.
missed-share = Cevap verilen tur: { $rounds }, en iyilerin puanlarının { $share } kadarı, bulunan en iyi hamle: { $tops }.
duplicate-past-rack = Raf: { $rack }
duplicate-streak = üst üste { $days } gün
proof-duplicate = Çekilen bütün raflar, geri çevrilenler de, ve saatleriyle bütün cevaplar bu dosyada.
duplicate-round-of-week = <b>🗓 Haftanın oyunu, tur { $round }/{ $rounds }</b>
