// One's games: those that run, then those that are over.

import { button, language, make, say } from './dom.js'
import { listTables, load, Refused } from './net.js'
import { fill, go, loadTexts } from './views.js'

export async function open(_, signal) {
  const tables = await listTables()
  const items = tables.map(one =>
    make('li', {}, button(`${one.title} · ${one.label}${one.may_act ? ` · ${say('your-turn')}` : ''}`, () => go(one.address), one.may_act ? { class: 'strong' } : {})))
  const finished = make('section', { class: 'finished' })
  fill(
    signal,
    make('h1', {}, say('tables')),
    tables.length ? make('ul', { class: 'tables' }, ...items) : make('p', {}, say('no-tables')),
    make('p', {}, button(say('puzzles'), () => go('p'))),
    finished,
  )
  try {
    await Promise.all([loadTexts(), addPage(finished, 0)])
  } catch (error) {
    if (!(error instanceof Refused)) throw error // the running games stay
  }
}

// Adds a page of finished games, newest first, and the key to older ones.
async function addPage(section, page) {
  const [{ games, has_older: hasOlder }] = await Promise.all([load(`games/${page}`), loadTexts()])
  if (!page && !games.length) return
  if (!page) section.append(make('h2', {}, say('games-finished')), make('ul', { class: 'tables' }))
  const items = games.map(one => make('li', {}, button(label(one), () => go(one.address))))
  section.querySelector('ul').append(...items)
  section.querySelector('.older')?.remove()
  if (hasOlder) {
    const older = button(say('games-older'), () => {
      older.disabled = true // a second tap would add them twice
      addPage(section, page + 1).catch(error => {
        older.disabled = false
        if (!(error instanceof Refused)) throw error
      })
    }, { class: 'older' })
    section.append(older)
  }
  if (page) (items[0]?.firstChild ?? section.querySelector('.older'))?.focus()
}

function label(game) {
  const names = game.others.map(([name]) => name).join(', ')
  const rest = game.players - 1 - game.others.length
  const date = new Date(game.ended * 1000).toLocaleDateString(language(), { dateStyle: 'medium' })
  return make('span', {}, `${game.title} · ${result(game)}`, make('small', {}, `${names}${rest ? ` +${rest}` : ''} · ${date}`))
}

function result({ players, place, score, others }) {
  if (players !== 2) return say('games-place', { place, n: players, score })
  const [[, other, theirs]] = others
  const name = place > 1 ? 'games-lost' : theirs > 1 ? 'games-won' : 'games-drawn'
  return say(name, { score: `${score}–${other}` })
}
