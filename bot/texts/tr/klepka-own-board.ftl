## Klepka’da kendi masası: takas
own-board-trade-give = Hangi kartınızı vereceksiniz?
own-board-trade-whom = Kiminle takas edeceksiniz?
own-board-trade-take = <b>{ $name }</b> hangi kartını versin?
own-board-trade-sure = <b>{ $name }</b> ile takas: { $gives } verip { $takes } alacaksınız. Onaylıyor musunuz?
own-board-trade-yes = 🔄 Evet, takas et
