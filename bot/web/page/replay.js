// A finished game, step by step: its board, what was told, and at the end its result with the curve of the scores.

import { Board } from './board.js'
import { announce, button, language, make, say } from './dom.js'
import { load, loadModule } from './net.js'
import { Move } from './play.js'
import { fill, go, isFirst, loadTexts, paint } from './views.js'

const AUTOPLAY_MS = 1500
const MOST_CURVES = 4 // as many seats have a colour
const DASHES = ['none', '6 3', '2 3', '8 3 2 3']
const [WIDTH, HEIGHT, PAD] = [320, 120, 8]
const RETRY_MS = [500, 1000, 2000, 3000] // a game that has just ended is stored a moment later

// A board to be looked at: its cells can be walked through by keys, and zoomed.
export class StillBoard extends Board {
  constructor(signal) {
    super(new Move(), { signal, isExchanging: () => false })
    this.rack.remove()
    this.element.classList.add('still')
  }

  // `laid` are tiles by cell, over those of the view.
  show(view, signs, laid = {}) {
    this.move.update(view, [])
    if (!this.cells.size) this.build({ view, signs })
    this.move.laid = new Map(Object.entries(laid).map(([cell, tile]) => [cell, { tile }]))
    this.draw()
  }

  drawRack() {}

  tapCell(cell) {
    this.focusCell(cell, false)
  }

  async keydown(event) {
    if (event.key.startsWith('Arrow')) await super.keydown(event)
  }
}

async function loadGame(address) {
  for (const ms of isFirst() ? [] : RETRY_MS) {
    try {
      return await load(`replays/${address}`)
    } catch (error) {
      if (error.code !== 'gone') throw error
      await new Promise(done => setTimeout(done, ms))
    }
  }
  return load(`replays/${address}`)
}

export async function open(address, signal) {
  const [game] = await Promise.all([loadGame(address), loadTexts()])
  const { steps, leads, point } = game
  const last = steps.length - 1
  const isBoard = 'premiums' in steps[last].view
  const { drawCards } = isBoard ? {} : await loadModule('./klepka.js')
  if (signal.aborted) return
  paint(game.colours)
  const turns = [...new Set([...leads, ...(point === null ? [] : [point])])].sort((one, other) => one - other)
  const board = isBoard ? new StillBoard(signal) : null
  const stage = board?.element ?? make('section', { class: 'table' })
  const seats = make('header', { id: 'seats' })
  const note = make('p', { class: 'note' })
  const words = make('p', { class: 'words' })
  const count = make('span', { 'aria-hidden': 'true' })
  const slider = make('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': say('replay-step'), oninput: () => jump(Number(slider.value)) })
  const key = (sign, name, onclick) => button(sign, onclick, { 'aria-label': say(name) })
  const keys = {
    first: key('«', 'replay-first', () => jump(0)),
    back: key('‹', 'replay-back', () => jump(at - 1)),
    play: key('▶\ufe0e', 'replay-play', () => (timer ? pause() : play())),
    next: key('›', 'replay-next', () => jump(at + 1)),
    last: key('»', 'replay-last', () => jump(last)),
  }
  const toTurn = button(say('replay-turn'), () => jump(nextTurn()))
  const result = make('section', { class: 'result', hidden: true })
  let at = 0
  let timer = 0
  let now = null // the mark of the step on the curve

  const nextTurn = () => turns.find(step => step > at)

  function show(step, isQuiet = false) {
    at = step
    const { view, words: told } = steps[at]
    if (board) board.show(view, game.signs)
    else stage.replaceChildren(drawCards(view))
    seats.replaceChildren(...chips(view))
    note.textContent = [at === point && say('replay-point'), leads.includes(at) && say('replay-lead')].filter(Boolean).join(' ')
    words.textContent = told
    slider.value = at
    const place = say('replay-at', { n: at + 1, count: last + 1 })
    slider.setAttribute('aria-valuetext', place)
    count.textContent = `${at + 1}/${last + 1}`
    for (const one of [keys.first, keys.back]) one.setAttribute('aria-disabled', String(at === 0))
    for (const one of [keys.next, keys.last]) one.setAttribute('aria-disabled', String(at === last))
    toTurn.setAttribute('aria-disabled', String(nextTurn() === undefined))
    if (at === last && result.hidden) {
      now = fillResult(result, game, turns, jump)
      result.hidden = false
    }
    now?.(at)
    if (!isQuiet) announce([place, note.textContent, told].filter(Boolean).join('. '))
  }

  function jump(step) {
    pause()
    if (step >= 0 && step <= last && step !== at) show(step)
  }

  function play() {
    if (at === last) show(0, true)
    timer = setTimeout(goOn, AUTOPLAY_MS)
    showPlay()
  }

  function goOn() {
    show(at + 1, at + 1 < last)
    timer = at < last ? setTimeout(goOn, AUTOPLAY_MS) : 0
    showPlay()
  }

  function pause() {
    clearTimeout(timer)
    timer = 0
    showPlay()
  }

  function showPlay() {
    keys.play.textContent = timer ? '‖' : '▶\ufe0e'
    keys.play.setAttribute('aria-label', say(timer ? 'replay-pause' : 'replay-play'))
  }

  document.addEventListener('visibilitychange', () => document.hidden && pause(), { signal })
  signal.addEventListener('abort', pause)
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, dialog')) return
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) jump(to)
    else if (event.key === ' ' && !event.target.closest('button')) keys.play.click()
    else return
    event.preventDefault()
  }, { signal })
  fill(
    signal,
    make('h1', { class: 'unseen' }, `${titleOf(game)} · ${say('replay')}`),
    seats,
    stage,
    make('section', { class: 'steps' },
      make('nav', { 'aria-label': say('replay-steps') }, ...Object.values(keys)),
      make('div', { class: 'slider' }, slider, count),
      turns.length > 0 && toTurn,
      result,
      note,
      words,
      make('nav', { id: 'actions', 'aria-label': say('actions') },
        game.has_moves && button(say('costly'), () => go(address.replace('r', 'm'))),
        button(say('tables'), () => go('')))),
  )
  show(0, true)
}

export const titleOf = game => game.title[language()] ?? game.title.en

const ranked = seats => [...seats.keys()].sort((one, other) => seats[other].score - seats[one].score)
const nameOf = one => one.name || '–'

function chips(view) {
  const shown = view.seats.length > MOST_CURVES ? ranked(view.seats).slice(0, 6) : [...view.seats.keys()]
  const found = shown.map(seat => make('div', { class: `seat${view.turn === seat ? ' next' : ''}${view.seats[seat].active ? '' : ' out'}` },
    make('span', {}, nameOf(view.seats[seat])), make('b', {}, String(view.seats[seat].score))))
  return 'bag' in view ? [...found, make('div', { class: 'bag' }, say('bag', { n: view.bag }))] : found
}

function draw(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

// Who has won, and each seat's scores as a curve; gives a function that marks a step on it.
function fillResult(section, { steps, point }, turns, jump) {
  const last = steps.length - 1
  const { seats, outcome } = steps[last].view
  const names = outcome?.winners.map(seat => nameOf(seats[seat])) ?? []
  const shown = ranked(seats).slice(0, MOST_CURVES)
  // A seat has the colour that it has in the chat's pictures, where there are few.
  const look = seat => (seats.length > MOST_CURVES ? shown.indexOf(seat) : seat)
  const score = (step, seat) => steps[step].view.seats[seat]?.score ?? 0
  const all = steps.flatMap((_, step) => shown.map(seat => score(step, seat)))
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)]
  const x = step => PAD + step / Math.max(1, last) * (WIDTH - 2 * PAD)
  const y = points => HEIGHT - PAD - (points - low) / (high - low) * (HEIGHT - 2 * PAD)
  const best = step => Math.max(...shown.map(seat => score(step, seat)))
  const now = draw('line', { class: 'now', y1: 0, y2: HEIGHT })
  const scores = shown.map(seat => `${nameOf(seats[seat])} ${seats[seat].score}`)
  const marked = turns.length ? ` ${say('replay-turns', { steps: turns.map(step => step + 1).join(', ') })}` : ''
  const svg = draw('svg', { class: 'curves', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': say('replay-curve', { scores: scores.join(', ') }) + marked },
    draw('line', { class: 'axis', x1: PAD, x2: WIDTH - PAD, y1: y(0), y2: y(0) }),
    now,
    ...shown.map(seat => draw('polyline', { class: `of-${look(seat) + 1}`, 'stroke-dasharray': DASHES[look(seat)], points: steps.map((_, step) => `${x(step).toFixed(1)},${y(score(step, seat)).toFixed(1)}`).join(' ') })).reverse(),
    ...turns.map(step => draw('circle', { class: step === point ? 'point' : 'lead', cx: x(step), cy: y(best(step)), r: step === point ? 6 : 4 })))
  svg.addEventListener('click', event => {
    const box = svg.getBoundingClientRect()
    const share = ((event.clientX - box.left) / box.width * WIDTH - PAD) / (WIDTH - 2 * PAD)
    jump(Math.round(Math.min(1, Math.max(0, share)) * last))
  })
  const legend = shown.map(seat => make('li', { class: `of-${look(seat) + 1}` },
    draw('svg', { viewBox: '0 0 24 6', 'aria-hidden': 'true' }, draw('line', { x1: 0, x2: 24, y1: 3, y2: 3, 'stroke-dasharray': DASHES[look(seat)] })),
    make('span', {}, nameOf(seats[seat])), make('b', {}, String(seats[seat].score))))
  section.append(
    make('h2', {}, names.length ? say(names.length > 1 ? 'drawn' : 'won', { name: names.join(', ') }) : say('over')),
    make('ol', { class: 'legend' }, ...legend),
    svg)
  return step => {
    now.setAttribute('x1', x(step))
    now.setAttribute('x2', x(step))
  }
}
