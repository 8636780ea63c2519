## Свій стіл у «Клепці»: обмін
own-board-trade-give = Яку свою картку віддаєте?
own-board-trade-whom = З ким міняєтеся?
own-board-trade-take = Яку картку берете в гравця <b>{ $name }</b>?
own-board-trade-sure = Обмін із гравцем <b>{ $name }</b>: віддаєте { $gives }, берете { $takes }. Міняємося?
own-board-trade-yes = 🔄 Так, обміняти
