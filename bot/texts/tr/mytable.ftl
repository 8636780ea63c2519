## Klepka’da kendi masası: takas
mine-trade-give = Hangi kartınızı vereceksiniz?
mine-trade-whom = Kiminle takas edeceksiniz?
mine-trade-take = <b>{ $name }</b> hangi kartını versin?
mine-trade-sure = <b>{ $name }</b> ile takas: { $gives } verip { $takes } alacaksınız. Onaylıyor musunuz?
mine-trade-yes = 🔄 Evet, takas et
