## Own board in Klepka: trading
own-board-trade-give = Which of your cards will you give?
own-board-trade-whom = Who do you want to trade with?
own-board-trade-take = Which of <b>{ $name }</b>’s cards will you take?
own-board-trade-sure = You give { $gives } to <b>{ $name }</b> and take { $takes }. Go ahead?
own-board-trade-yes = 🔄 Yes, trade
