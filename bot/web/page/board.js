// The board and the rack: draws them, and takes drags, taps and keys. What a move is, is play.js's.

import { make, refill, say } from './dom.js'
import { BLANK, cellName, cellPlace } from './play.js'
import { haptic } from './telegram.js'

const SLOP_PX = 8 // a finger that slips by less has tapped
const LIFT_PX = 52 // a dragged tile is seen above the finger
const ZOOMED_COLUMNS = 17 // from here on cells are small enough to be zoomed
const MOST_ZOOM = 2.5
const PREMIUM_KEYS = {
  d: 'double-letter', t: 'triple-letter', q: 'four-letter', D: 'double-word', T: 'triple-word', Q: 'four-word', X: 'exchange',
}

export class Board {
  // `hooks`: onChange() after each change of the move; chooseLetter() gives a blank's letter or null;
  // isExchanging() tells whether taps choose tiles to exchange; `signal` ends it.
  constructor(move, hooks) {
    this.move = move
    this.hooks = hooks
    this.focus = null
    this.drag = null
    this.touches = new Map()
    this.zoom = { scale: 1, x: 0, y: 0 }
    this.cells = new Map()
    this.shownRack = ''
    this.grid = make('div', { class: 'grid', role: 'grid', 'aria-label': say('board') })
    this.frame = make('div', { class: 'frame' }, this.grid)
    this.rack = make('div', { class: 'rack', role: 'toolbar', 'aria-label': say('rack') })
    this.element = make('section', { class: 'table' }, this.frame, this.rack)
    for (const kind of ['down', 'move', 'up', 'cancel']) {
      this.element.addEventListener(`pointer${kind}`, event => this[`pointer${kind}`](event))
    }
    // A finger's click would come after its pointerup, and press what has been opened under it since.
    this.element.addEventListener('touchend', event => event.cancelable && event.preventDefault())
    this.grid.addEventListener('keydown', event => this.keydown(event))
    this.grid.addEventListener('focusin', event => { if (event.target.dataset.cell) this.focusCell(event.target.dataset.cell, false) })
    this.element.addEventListener('click', event => this.clickedByKey(event))
    window.addEventListener('resize', () => this.showZoom(this.zoom.scale, this.zoom.x, this.zoom.y), { signal: hooks.signal })
  }

  // Makes the cells anew, for a board of another shape.
  build(board) {
    const { view, signs } = board
    this.board = board
    this.frame.style.setProperty('--columns', view.columns)
    this.frame.style.setProperty('--rows', view.rows)
    this.grid.setAttribute('aria-rowcount', view.rows)
    this.grid.setAttribute('aria-colcount', view.columns)
    this.cells.clear()
    this.grid.replaceChildren()
    for (let row = 0; row < view.rows; row += 1) {
      const line = make('div', { role: 'row' })
      for (let column = 0; column < view.columns; column += 1) {
        const cell = cellName(row, column)
        const premium = view.premiums[row][column]
        const [letters, raised] = signs[PREMIUM_KEYS[premium]] ?? [premium === '*' ? '★' : '', '']
        const element = make('div', { role: 'gridcell', class: `cell p-${premium === '*' ? 'centre' : premium === '.' ? 'plain' : premium}`, 'data-cell': cell, tabindex: -1 })
        this.cells.set(cell, { element, premium, sign: letters + raised, shown: null })
        line.append(element)
      }
      this.grid.append(line)
    }
    this.focusCell(cellName(view.rows >> 1, view.columns >> 1), false)
  }

  draw() {
    const { move } = this
    const { view } = move
    const last = new Set(view.last?.cells ?? view.last?.laid?.tiles?.map(one => one.cell) ?? [])
    const { hint } = view.turn === view.viewer ? view : {}
    const hinted = cell => hint?.tiles?.length
      ? hint.tiles.some(one => one.cell === cell)
      : Boolean(hint?.line) && (cell.startsWith(hint.line) || cell.slice(1) === hint.line)
    for (const [cell, one] of this.cells) {
      const tile = move.tileAt(cell)
      const isLaid = move.laid.has(cell)
      const bonus = view.bonus && !view.bonus.taken && view.bonus.cell === cell ? `+${view.bonus.points}` : ''
      const cursor = move.cursor?.cell === cell ? (move.cursor.down ? '↓' : '→') : ''
      const isHinted = hinted(cell)
      const state = [tile, isLaid, last.has(cell), bonus, cursor, isHinted].join()
      if (state === one.shown) continue
      one.shown = state
      one.element.replaceChildren(...(tile ? tileParts(tile, view.values) : [make('span', {}, cursor || bonus || one.sign)]))
      one.element.classList.toggle('tile', Boolean(tile))
      one.element.classList.toggle('laid', isLaid)
      one.element.classList.toggle('last', last.has(cell))
      one.element.classList.toggle('hinted', isHinted)
      one.element.classList.toggle('blank', tile.startsWith(BLANK))
      one.element.classList.toggle('cursor', Boolean(cursor))
      one.element.classList.toggle('bonus', Boolean(bonus) && !tile)
      one.element.setAttribute('aria-label', this.cellLabel(cell, one, tile, isLaid, bonus))
    }
    this.drawRack()
  }

  drawRack() {
    const { move } = this
    const { used } = move
    const state = JSON.stringify([move.rack, move.order, [...used], move.selected, [...move.chosen]])
    if (state === this.shownRack) return
    this.shownRack = state
    refill(this.rack, move.order.map(place => {
      const tile = move.rack[place]
      const name = tile === BLANK ? say('blank') : tile
      return make('button', {
        type: 'button',
        class: `tile${used.has(place) ? ' used' : ''}${tile === BLANK ? ' blank' : ''}`,
        'data-place': place,
        'data-key': place,
        disabled: used.has(place),
        'aria-pressed': String(move.selected === place || move.chosen.has(place)),
        'aria-label': say('tile', { letter: name, points: move.view.values[tile] }),
      }, ...tileParts(tile, move.view.values))
    }))
  }

  cellLabel(cell, one, tile, isLaid, bonus) {
    if (tile) {
      const letter = tile.startsWith(BLANK) ? tile[1] : tile
      const points = this.move.view.values[tile[0]]
      return say(isLaid ? 'cell-laid' : 'cell-tile', { cell, letter, points })
    }
    const premium = PREMIUM_KEYS[one.premium]
    const what = bonus || (premium ? say(`cell-${premium}`) : one.premium === '*' ? say('cell-centre') : '')
    return what ? `${cell}, ${what}` : cell
  }

  focusCell(cell, really = true) {
    this.cells.get(this.focus)?.element.setAttribute('tabindex', -1)
    this.focus = cell
    const { element } = this.cells.get(cell)
    element.setAttribute('tabindex', 0)
    if (really) element.focus()
  }

  // Lays a tile of the rack; of a blank the letter is asked for.
  async lay(cell, place) {
    if (!this.move.isFree(cell)) return
    let letter = ''
    if (this.move.rack[place] === BLANK) {
      letter = await this.hooks.chooseLetter()
      if (!letter || !this.move.isFree(cell)) return
    }
    this.move.lay(cell, place, letter)
    haptic('light')
    this.changed()
  }

  changed() {
    this.move.selected = null
    this.draw()
    this.hooks.onChange()
  }

  tapRack(place) {
    const { chosen } = this.move
    if (this.hooks.isExchanging()) {
      if (!chosen.delete(place)) chosen.add(place)
      this.draw()
      this.hooks.onChange()
      return
    }
    this.move.selected = this.move.selected === place ? null : place
    this.drawRack()
  }

  tapCell(cell) {
    this.focusCell(cell, false)
    const { move } = this
    if (move.laid.has(cell)) {
      move.recall(cell)
      this.changed()
    } else if (move.isFree(cell) && move.selected !== null) {
      this.lay(cell, move.selected)
    } else if (move.isFree(cell)) {
      const { cursor } = move
      if (cursor?.cell !== cell) move.cursor = { cell, down: cursor?.down ?? false }
      else move.cursor = cursor.down ? null : { cell, down: true }
      this.draw()
    }
  }

  // Pointers. One of them drags or taps; a second one never lays anything: it zooms where cells are small.
  pointerdown(event) {
    if (event.button > 0) return
    if (event.isPrimary) this.touches.clear()
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.drag) {
      this.endDrag()
      this.beginPinch()
      return
    }
    if (this.touches.size > 1) {
      this.beginPinch()
      return
    }
    const rackTile = event.target.closest('.rack [data-place]')
    const cell = event.target.closest('[data-cell]')?.dataset.cell
    const place = rackTile ? Number(rackTile.dataset.place) : this.move.laid.get(cell)?.place
    if (!rackTile && !cell) return
    if (rackTile?.disabled) return
    this.element.setPointerCapture(event.pointerId)
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, place, cell, fromRack: Boolean(rackTile), ghost: null, zoom: { ...this.zoom } }
    event.preventDefault()
  }

  pointermove(event) {
    const touch = this.touches.get(event.pointerId)
    if (touch) Object.assign(touch, { x: event.clientX, y: event.clientY })
    if (this.pinch) return this.movePinch()
    const { drag } = this
    if (drag?.id !== event.pointerId) return
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLOP_PX
    if (drag.place === undefined || this.hooks.isExchanging()) {
      if (far && this.zoom.scale > 1) this.pan(event)
      drag.moved ||= far
      return
    }
    if (!drag.ghost && far) this.lift(event)
    if (drag.ghost) this.moveGhost(event)
  }

  pointerup(event) {
    this.touches.delete(event.pointerId)
    if (this.pinch) {
      if (!this.touches.size) this.pinch = null
      return
    }
    const { drag } = this
    if (drag?.id !== event.pointerId) return
    const { target } = drag
    const wasDragged = Boolean(drag.ghost)
    this.endDrag()
    if (wasDragged) this.drop(drag, target, event)
    else if (!drag.moved) drag.fromRack ? this.tapRack(drag.place) : this.tapCell(drag.cell)
  }

  pointercancel(event) {
    this.touches.delete(event.pointerId)
    if (!this.touches.size) this.pinch = null
    if (this.drag?.id === event.pointerId) this.endDrag()
  }

  lift(event) {
    const { drag, move } = this
    const tile = drag.fromRack ? move.rack[drag.place] : move.laid.get(drag.cell).tile
    const source = drag.fromRack
      ? this.rack.querySelector(`[data-place="${drag.place}"]`)
      : this.cells.get(drag.cell).element
    source.classList.add('lifted')
    drag.source = source
    drag.tile = tile
    drag.lift = event.pointerType === 'mouse' ? 0 : LIFT_PX
    drag.ghost = make('div', { class: 'ghost tile', 'aria-hidden': 'true' }, ...tileParts(tile, move.view.values))
    this.element.append(drag.ghost)
  }

  moveGhost(event) {
    const { drag } = this
    const x = event.clientX
    const y = event.clientY - drag.lift
    drag.ghost.style.translate = `${x}px ${y}px`
    const target = this.nearestFree(x, y)
    if (target === drag.target) return
    this.cells.get(drag.target)?.element.classList.remove('target')
    this.cells.get(target)?.element.classList.add('target')
    drag.target = target
  }

  // The free cell nearest to a point on the board; the dragged tile's own counts as free.
  nearestFree(x, y) {
    const box = this.grid.getBoundingClientRect()
    const { view } = this.move
    const column = (x - box.left) / box.width * view.columns - 0.5
    const row = (y - box.top) / box.height * view.rows - 0.5
    if (column < -1 || row < -1 || column > view.columns || row > view.rows) return null
    let best = null
    let nearest = 1.5
    for (let r = Math.max(0, Math.floor(row) - 1); r <= Math.min(view.rows - 1, Math.ceil(row) + 1); r += 1) {
      for (let c = Math.max(0, Math.floor(column) - 1); c <= Math.min(view.columns - 1, Math.ceil(column) + 1); c += 1) {
        const cell = cellName(r, c)
        const far = Math.hypot(r - row, c - column)
        if (far < nearest && (this.move.isFree(cell) || cell === this.drag?.cell)) [best, nearest] = [cell, far]
      }
    }
    return best
  }

  drop(drag, target, event) {
    const { move } = this
    if (target && target === drag.cell) return
    if (target) {
      const known = drag.fromRack ? null : move.laid.get(drag.cell)
      if (known) {
        move.recall(drag.cell)
        move.laid.set(target, known)
        haptic('light')
        this.changed()
      } else if (drag.tile[0] === move.rack[drag.place]) {
        this.lay(target, drag.place)
      }
      return
    }
    if (!drag.fromRack) {
      move.recall(drag.cell)
      this.changed()
      return
    }
    const over = [...this.rack.children].find(one => event.clientX < one.getBoundingClientRect().right)
    move.reorder(drag.place, over ? Number(over.dataset.place) : null)
    this.drawRack()
  }

  endDrag() {
    const { drag } = this
    if (!drag) return
    this.drag = null
    drag.ghost?.remove()
    drag.source?.classList.remove('lifted')
    this.cells.get(drag.target)?.element.classList.remove('target')
  }

  beginPinch() {
    if (this.move.view.columns < ZOOMED_COLUMNS || this.touches.size !== 2) return
    const [one, other] = [...this.touches.values()]
    this.pinch = { width: Math.hypot(one.x - other.x, one.y - other.y), scale: this.zoom.scale }
  }

  movePinch() {
    if (this.touches.size !== 2) return
    const [one, other] = [...this.touches.values()]
    const width = Math.hypot(one.x - other.x, one.y - other.y)
    const scale = Math.min(MOST_ZOOM, Math.max(1, this.pinch.scale * width / this.pinch.width))
    const box = this.frame.getBoundingClientRect()
    const x = (one.x + other.x) / 2 - box.left
    const y = (one.y + other.y) / 2 - box.top
    const ratio = scale / this.zoom.scale
    this.showZoom(scale, x - (x - this.zoom.x) * ratio, y - (y - this.zoom.y) * ratio)
  }

  pan(event) {
    const { zoom } = this.drag
    this.showZoom(zoom.scale, zoom.x + event.clientX - this.drag.x, zoom.y + event.clientY - this.drag.y)
  }

  showZoom(scale, x, y) {
    const { width, height } = this.frame.getBoundingClientRect()
    this.zoom = { scale, x: Math.min(0, Math.max(width * (1 - scale), x)), y: Math.min(0, Math.max(height * (1 - scale), y)) }
    this.grid.style.transform = scale === 1 ? '' : `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${scale})`
  }

  // Keys: a cell has the focus, and a cursor says where typed letters go.
  async keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { move } = this
    const turns = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }
    if (event.key in turns) {
      const { row, column } = cellPlace(this.focus)
      const [down, right] = turns[event.key]
      const next = cellName(row + down, column + right)
      if (move.isOnBoard(next)) this.focusCell(next)
      if (move.cursor && move.isFree(this.focus)) move.cursor = { ...move.cursor, cell: this.focus }
    } else if (event.key === 'Enter') {
      this.tapCell(this.focus)
    } else if (event.key === ' ') {
      if (move.isFree(this.focus)) move.cursor = { cell: this.focus, down: !(move.cursor?.cell === this.focus && move.cursor.down) && move.cursor?.cell === this.focus }
    } else if (event.key === 'Backspace') {
      move.erase()
      this.changed()
    } else if (event.key === 'Escape') {
      move.recallAll()
      this.changed()
    } else if ([...event.key].length === 1) {
      if (!move.cursor && move.isFree(this.focus)) move.cursor = { cell: this.focus, down: false }
      const letter = event.key.toLocaleUpperCase(move.view.language)
      if (!(letter in move.view.values)) return
      if (!move.type(letter)) this.changed()
    } else {
      return
    }
    event.preventDefault()
    if (move.cursor && this.cells.has(move.cursor.cell) && event.key !== ' ') this.focusCell(move.cursor.cell, document.activeElement?.dataset.cell !== undefined)
    this.draw()
  }

  // What was pressed by keys or by what reads the page aloud; pointers are handled as they come.
  clickedByKey(event) {
    if (event.detail !== 0) return
    const { place, cell } = event.target.closest('[data-place], [data-cell]')?.dataset ?? {}
    if (place) this.tapRack(Number(place))
    else if (cell) this.tapCell(cell)
  }
}

export function tileParts(tile, values) {
  const isBlank = tile.startsWith(BLANK)
  const letter = isBlank ? tile.slice(1) : tile
  const points = values[tile[0]]
  return [make('b', {}, letter || BLANK), make('small', {}, points ? String(points) : '')]
}
