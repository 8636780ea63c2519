## One’s own table in Klepka: trading
mine-trade-give = Which of your cards will you give?
mine-trade-whom = Who do you want to trade with?
mine-trade-take = Which of <b>{ $name }</b>’s cards will you take?
mine-trade-sure = You give { $gives } to <b>{ $name }</b> and take { $takes }. Go ahead?
mine-trade-yes = 🔄 Yes, trade
