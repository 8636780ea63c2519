// One's costliest moves in a finished game, each on its board with what was played or what was better.

import { tileParts } from './board.js'
import { announce, button, make, refill, say } from './dom.js'
import { load } from './net.js'
import { BLANK } from './play.js'
import { StillBoard, titleOf } from './replay.js'
import { fill, go, loadTexts, paint } from './views.js'

const POLL_MS = 2000

export async function open(address, signal) {
  await loadTexts()
  const replay = address.replace('m', 'r')
  const heading = make('h1', {}, say('costly'))
  const toReplay = button(say('replay'), () => go(replay), { 'data-key': 'replay' })
  let found = await load(`replays/${replay}/moves`)
  if (found.state === 'working') fill(signal, heading, make('p', { role: 'status' }, say('costly-working')))
  while (found.state === 'working' && !signal.aborted) {
    await new Promise(done => setTimeout(done, POLL_MS))
    if (!document.hidden && !signal.aborted) found = await load(`replays/${replay}/moves`)
  }
  if (signal.aborted) return
  if (found.colours) paint(found.colours)
  const lines = (found.lines ?? []).map(line => make('li', {}, line))
  const about = lines.length > 0 && make('ul', { class: 'lines' }, ...lines)
  if (found.text) {
    fill(signal, heading, make('p', { role: 'status' }, found.text), make('section', { class: 'steps' }, about, make('nav', { id: 'actions' }, toReplay)))
    return
  }
  const { moves, signs } = found
  const board = new StillBoard(signal)
  const rack = make('div', { class: 'rack', role: 'img' })
  board.element.append(rack)
  const title = make('h2', {})
  const sentence = make('p', { class: 'words' })
  const toggles = make('nav', { 'aria-label': say('board') })
  const keys = make('nav', { id: 'actions', 'aria-label': say('actions') })
  let at = 0
  let isBetter = true

  function show() {
    const move = moves[at]
    const { view } = move
    board.show(view, signs, isBetter ? move.better : move.played)
    rack.setAttribute('aria-label', say('costly-rack', { tiles: move.rack.map(tile => (tile === BLANK ? say('blank') : tile)).join(' ') }))
    rack.replaceChildren(...move.rack.map(tile => make('span', { class: `tile${tile === BLANK ? ' blank' : ''}` }, ...tileParts(tile, view.values))))
    title.textContent = `${at + 1}/${moves.length} · ${move.heading}`
    sentence.textContent = move.sentence
    refill(toggles, [false, true].map(better => button(say(better ? 'costly-better' : 'costly-played'), () => { isBetter = better; show() }, { 'data-key': `better-${better}`, 'aria-pressed': String(isBetter === better) })))
    const turn = (sign, name, step) => button(sign, () => moves[at + step] && turnTo(at + step), { 'aria-label': say(name), 'data-key': name, 'aria-disabled': String(!moves[at + step]) })
    refill(keys, [...moves.length > 1 ? [turn('‹', 'costly-back', -1), turn('›', 'costly-next', 1)] : [], toReplay])
  }

  function turnTo(place) {
    at = place
    isBetter = true
    show()
    announce(`${title.textContent}. ${sentence.textContent}`)
  }

  fill(
    signal,
    make('h1', { class: 'unseen' }, `${titleOf(found)} · ${say('costly')}`),
    board.element,
    make('section', { class: 'steps' }, toggles, title, sentence, keys, about),
  )
  show()
}
