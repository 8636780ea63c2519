## Duplicate: what somebody missed, and the history
missed-round = Раунд { $round }
missed-top = ваша відповідь { $own } — { $points }. Найкращий хід { $top } — { $best }, на { $cost } більше.
missed-by-word = вашої відповіді { $own } немає в словнику. Найкращий хід { $top } — { $best }.
missed-share = Відповідей: { $rounds }, частка від найкращих ходів: { $share }, знайдено найкращих ходів: { $tops }.
duplicate-past-rack = Фішки: { $rack }
duplicate-streak = { $days ->
        [one] { $days } день поспіль
        [few] { $days } дні поспіль
        [many] { $days } днів поспіль
       *[other] { $days } днів поспіль
    }
proof-duplicate = У файлі є всі витягнуті набори фішок, також відхилені, і всі відповіді з їхнім часом.
duplicate-round-of-week = <b>🗓 Гра тижня, раунд { $round } з { $rounds }</b>
