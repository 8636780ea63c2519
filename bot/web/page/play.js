// A move that is being put together: which tiles of the rack lie where. It knows no picture and no server.

export const BLANK = '?'

export const columnName = column => String.fromCharCode(65 + column)
export const cellName = (row, column) => columnName(column) + (row + 1)

export function cellPlace(cell) {
  return { column: cell.charCodeAt(0) - 65, row: Number(cell.slice(1)) - 1 }
}

export class Move {
  constructor() {
    this.view = null
    this.rack = []
    this.order = []
    this.laid = new Map() // by cell: {place, tile}; a blank's tile is ?A
    this.selected = null // the place of the rack that a tap on a cell lays
    this.chosen = new Set() // places of the rack that are to be exchanged
    this.cursor = null // {cell, down}
  }

  // Takes a newer view; tiles stay where their cells are free and the rack still has them.
  update(view, rack, plan = null) {
    const wanted = plan ? Object.entries(plan) : [...this.laid].map(([cell, { tile }]) => [cell, tile])
    const isSame = rack.join() === this.rack.join()
    const places = isSame && !plan ? new Map([...this.laid].map(([cell, one]) => [cell, one.place])) : new Map()
    this.view = view
    this.rack = rack
    if (!isSame) {
      this.order = rack.map((_, place) => place)
      this.selected = null
      this.chosen.clear()
    }
    this.laid = new Map()
    for (const [cell, tile] of wanted) {
      const place = places.get(cell) ?? this.findTile(tile[0])
      if (place !== undefined && this.isFree(cell)) this.laid.set(cell, { place, tile })
    }
    if (this.cursor && !this.isFree(this.cursor.cell)) this.cursor = null
  }

  get tiles() {
    return Object.fromEntries([...this.laid].map(([cell, { tile }]) => [cell, tile]))
  }

  get used() {
    return new Set([...this.laid.values()].map(({ place }) => place))
  }

  index(cell) {
    const { row, column } = cellPlace(cell)
    const inside = column >= 0 && column < this.view.columns && row >= 0 && row < this.view.rows
    return inside ? row * this.view.columns + column : -1
  }

  isOnBoard(cell) {
    return this.index(cell) >= 0
  }

  // Whether a new tile may lie there.
  isFree(cell) {
    const index = this.index(cell)
    return index >= 0 && !this.view.cells[index] && !this.laid.has(cell)
  }

  // What lies there: of the board, or laid.
  tileAt(cell) {
    return this.laid.get(cell)?.tile ?? (this.view.cells[this.index(cell)] || '')
  }

  // The place of an unused tile with that face, in the order of the rack.
  findTile(face) {
    const { used } = this
    return this.order.find(place => !used.has(place) && this.rack[place] === face)
  }

  // The place that plays a letter: the tile itself, else a blank.
  findLetter(letter) {
    const place = this.findTile(letter)
    return place ?? this.findTile(BLANK)
  }

  lay(cell, place, letter = '') {
    const face = this.rack[place]
    this.laid.set(cell, { place, tile: face === BLANK ? BLANK + letter : face })
  }

  recall(cell) {
    this.laid.delete(cell)
  }

  recallAll() {
    this.laid.clear()
    this.chosen.clear()
  }

  shuffle() {
    for (let last = this.order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1))
      ;[this.order[last], this.order[other]] = [this.order[other], this.order[last]]
    }
  }

  // Moves a tile of the rack before another place of its order, or to the end.
  reorder(place, before) {
    this.order = this.order.filter(one => one !== place)
    const at = before === null ? this.order.length : this.order.indexOf(before)
    this.order.splice(at < 0 ? this.order.length : at, 0, place)
  }

  // The next cell behind one where a tile may lie, in the cursor's direction; null at the edge.
  step(cell, down, by = 1) {
    let { row, column } = cellPlace(cell)
    for (;;) {
      if (down) row += by
      else column += by
      const next = cellName(row, column)
      if (!this.isOnBoard(next)) return null
      if (by < 0 || this.isFree(next)) return next
    }
  }

  type(letter) {
    if (!this.cursor) return 'no-cursor'
    const place = this.findLetter(letter)
    if (place === undefined || !this.isFree(this.cursor.cell)) return 'no-tile'
    this.lay(this.cursor.cell, place, letter)
    const next = this.step(this.cursor.cell, this.cursor.down)
    if (next) this.cursor = { ...this.cursor, cell: next }
    return ''
  }

  // Takes the tile before the cursor back.
  erase() {
    if (!this.cursor) return
    const cells = [this.cursor.cell]
    for (let cell = this.cursor.cell; (cell = this.step(cell, this.cursor.down, -1));) cells.push(cell)
    const found = cells.find(cell => this.laid.has(cell))
    if (!found) return
    this.recall(found)
    this.cursor = { ...this.cursor, cell: found }
  }
}
