## Свій стіл у «Клепці»: обмін
mine-trade-give = Яку свою картку віддаєте?
mine-trade-whom = З ким міняєтеся?
mine-trade-take = Яку картку берете в гравця <b>{ $name }</b>?
mine-trade-sure = Обмін із гравцем <b>{ $name }</b>: віддаєте { $gives }, берете { $takes }. Міняємося?
mine-trade-yes = 🔄 Так, обміняти
