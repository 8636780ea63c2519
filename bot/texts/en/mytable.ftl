## One’s own table in Klepka: trading
mine-trade-give = Which of your cards do you give away?
mine-trade-whom = Whom do you want to trade with?
mine-trade-take = Which of <b>{ $name }</b>’s cards do you take?
mine-trade-sure = You give { $gives } to <b>{ $name }</b> and take { $takes }. Go ahead?
mine-trade-yes = 🔄 Yes, trade
