/* Every legal play, or the best: each line from each start, left to right, along a word graph.
 *
 * A start and a number of new tiles fix which cells a word covers. For the best plays, each such slot gets an
 * upper bound, and slots are searched best first until none can beat what was found ("shadow play").
 */
#include "kernel.h"

Places places;
Rules rules;
Position position;
i32 leaves[LEAVES];

/* The structures, for the host. */
static u32 addresses[4];
__attribute__((export_name("addresses"))) u32 *shared(void) {
    addresses[0] = (u32)&places;
    addresses[1] = (u32)&rules;
    addresses[2] = (u32)&position;
    addresses[3] = (u32)leaves;
    return addresses;
}

/* A row or a column. */
typedef struct {
    u64 fits[SIDE + 1];      /* letters that fit a cell, or the one there */
    u64 tile[SIDE + 1];      /* the letter there; 0 for an empty cell */
    i32 points[SIDE + 1];    /* of the tile there */
    i32 cross_add[SIDE + 1]; /* points of the crossing word's other tiles and the bonus */
    i32 times[SIDE + 1];     /* letter premium */
    i32 cross_times[SIDE + 1];
    i32 highest[SIDE + 1];   /* points of the best tile of the rack that fits */
    u8 anchor[SIDE + 1], crossed[SIDE + 1];
    u32 length, first, step, direction;
} Line;

/* A start and a number of tiles, with an upper bound of such plays. */
typedef struct {
    i32 bound;
    u8 line, start, count, end;
} Slot;

static Line lines[2 * SIDE];
static Slot slots[2 * SIDE * SIDE * RACK];
static u32 slot_count;

/* The rack. */
static u8 count_of[LETTERS + 1];
static u32 stride[LETTERS + 1], held, rest;
static u64 have, rack_sum;
static i32 sorted[RACK], best_leave[RACK + 1];

/* The slots being searched: one start, and the ends wanted. */
static const Line *line;
static u32 start_at, last_end;
static u64 wanted;                              /* bit e: a word may end before cell e */
static i32 word_times[RACK + 1], fixed_points[RACK + 1], bound_left[RACK + 2];
static i32 slot_times, slot_base, slot_leave, limit; /* of the slot being searched; the value to beat */
static u8 spelt[SIDE], laid[RACK];

static int four_times(u32 cell, u32 direction, int first, int last) {
    switch (rules.four[cell]) {
    case FOUR_ANY: return 4;
    case FOUR_ENDPOINT: return first || last ? 4 : 1;
    case FOUR_ACROSS_FIRST: return direction == 0 && first ? 4 : 1;
    case FOUR_ACROSS_LAST: return direction == 0 && last ? 4 : 1;
    case FOUR_DOWN_FIRST: return direction == 1 && first ? 4 : 1;
    case FOUR_DOWN_LAST: return direction == 1 && last ? 4 : 1;
    default: return 1;
    }
}

static inline u32 letter_on(u32 cell) { return position.cells[cell] & (BLANK_TILE - 1); }
static inline int taken(u32 cell) { return position.cells[cell] != EMPTY; }
static inline i32 points_on(u32 cell) {
    return position.cells[cell] & BLANK_TILE ? 0 : rules.values[letter_on(cell)];
}

/* Which of some letters on `cell` form a word of one graph with the tiles from `from` to `to`. */
static u64 between(u32 root, u64 of, u32 from, u32 cell, u32 to, u32 step) {
    if (!root) return 0;
    const Node *node = node_at(root);
    for (u32 at = from; at != cell; at += step) {
        u64 bit = 1ull << letter_on(at);
        if (!(node->kids & bit)) return 0;
        node = node_at(child(node, bit));
    }
    if (cell + step == to) return node->ends & of;
    u64 found = 0;
    for (u64 left = node->kids & of; left; left &= left - 1) {
        u64 bit = left & -left;
        const Node *way = node_at(child(node, bit));
        for (u32 at = cell + step;; at += step) {
            u64 next = 1ull << letter_on(at);
            if (at + step == to) {
                if (way->ends & next) found |= bit;
                break;
            }
            if (!(way->kids & next)) break;
            way = node_at(child(way, next));
        }
    }
    return found;
}

/* What the crossing word demands of an empty cell, and its points. */
static void look_across(Line *to, u32 place, u32 cell, u64 mine) {
    u32 step = to->direction ? 1 : rules.columns, side = to->direction ? rules.columns : rules.rows;
    u32 at = to->direction ? cell % rules.columns : cell / rules.columns, before = 0, after = 0;
    while (before < at && taken(cell - (before + 1) * step)) before++;
    while (at + after + 1 < side && taken(cell + (after + 1) * step)) after++;
    to->cross_add[place] = to->cross_times[place] = 0;
    to->crossed[place] = before || after;
    if (!to->crossed[place]) {
        to->fits[place] = mine;
        return;
    }
    u32 from = cell - before * step, end = cell + (after + 1) * step;
    u64 base = between(places.root, mine, from, cell, end, step);
    if (places.removed) base &= ~between(places.removed, base, from, cell, end, step);
    to->fits[place] = base | between(places.added, mine, from, cell, end, step);
    i32 sum = 0;
    for (u32 each = from; each != end; each += step)
        if (each != cell) sum += points_on(each);
    to->cross_times[place] = rules.word_times[cell] * four_times(cell, !to->direction, !before, !after);
    to->cross_add[place] = sum * to->cross_times[place];
}

static void read_line(Line *to, u32 direction, u32 number, int first_play) {
    to->direction = direction;
    to->length = direction ? rules.rows : rules.columns;
    to->step = direction ? rules.columns : 1;
    to->first = direction ? number : number * rules.columns;
    u64 mine = count_of[BLANK] ? rules.alphabet : have;
    for (u32 place = 0; place < to->length; place++) {
        u32 cell = to->first + place * to->step;
        to->times[place] = rules.letter_times[cell];
        to->crossed[place] = to->anchor[place] = 0;
        if (taken(cell)) {
            to->fits[place] = to->tile[place] = 1ull << letter_on(cell);
            to->points[place] = points_on(cell);
            continue;
        }
        to->tile[place] = 0;
        look_across(to, place, cell, mine);
        to->anchor[place] = first_play ? cell == rules.centre
                                       : to->crossed[place] || (place && taken(cell - to->step)) ||
                                             (place + 1 < to->length && taken(cell + to->step));
        if ((i32)cell == position.bonus) to->cross_add[place] += rules.cell_points;
        to->highest[place] = 0;
        for (u64 left = to->fits[place] & have; left; left &= left - 1) {
            i32 value = rules.values[__builtin_ctzll(left)];
            if (value > to->highest[place]) to->highest[place] = value;
        }
    }
}

static void read_rack(void) {
    held = rest = 0;
    have = rack_sum = 0;
    u32 next = 1;
    for (u32 letter = 0; letter <= BLANK; letter++) {
        u32 count = count_of[letter] = position.rack[letter];
        stride[letter] = next;
        rest += count * next;
        next *= count + 1;
        if (count && letter < BLANK) have |= 1ull << letter, rack_sum += count * key_of(letter);
        for (u32 i = 0; i < count; i++) {
            i32 value = letter < BLANK ? rules.values[letter] : 0;
            u32 at = held++;
            for (; at && sorted[at - 1] < value; at--) sorted[at] = sorted[at - 1];
            sorted[at] = value;
        }
    }
    for (u32 i = 0; i <= held; i++) best_leave[i] = position.with_leaves ? -0x40000000 : 0;
    for (u32 index = 0; position.with_leaves && index <= rest; index++) {
        u32 kept = 0, size;
        for (u32 letter = 0; letter <= BLANK; letter++)
            if ((size = count_of[letter])) kept += index / stride[letter] % (size + 1);
        if (leaves[index] > best_leave[kept]) best_leave[kept] = leaves[index];
    }
}

/* The plays found: all, or a heap with the worst of the best on top. */
static int before(const Play *one, const Play *other) { return one->value < other->value; }

static void keep(const Play *play) {
    Play *heap = (Play *)places.out_at;
    if (!position.most) {
        if (places.found < places.out_room) heap[places.found] = *play;
        places.found++;
        return;
    }
    u32 at;
    if (places.found < position.most) {
        for (at = places.found++; at && before(play, &heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    } else {
        if (play->value <= heap->value) return;
        u32 kid;
        for (at = 0; (kid = 2 * at + 1) < places.found; at = kid) {
            if (kid + 1 < places.found && before(&heap[kid + 1], &heap[kid])) kid++;
            if (!before(&heap[kid], play)) break;
            heap[at] = heap[kid];
        }
    }
    heap[at] = *play;
    if (places.found == position.most) limit = heap->value;
}

/* Whether the word spelt up to an end was removed from the list. */
static int is_removed(u32 end) {
    const Node *node = node_at(places.removed);
    for (u32 place = start_at;; place++) {
        u64 bit = 1ull << spelt[place];
        if (place + 1 == end) return (node->ends & bit) != 0;
        if (!(node->kids & bit)) return 0;
        node = node_at(child(node, bit));
    }
}

static void emit(u32 end, u32 count, i32 main_points, i32 cross_points, int own) {
    if (!own && places.removed && is_removed(end)) return;
    Play play;
    play.score = (main_points + fixed_points[count]) * word_times[count] + cross_points;
    if (count == position.bingo_tiles) play.score += rules.bingo;
    play.value = play.score * 1000 + (position.with_leaves ? leaves[rest] : 0);
    if (position.most && play.value <= limit) return;
    play.direction = (u8)line->direction;
    play.line = (u8)(line->direction ? line->first : line->first / rules.columns);
    play.start = (u8)start_at;
    play.count = (u8)count;
    for (u32 i = 0; i < RACK; i++) play.tiles[i] = i < count ? laid[i] : 0;
    keep(&play);
}

/* Extend from a node and a place: over tiles, then with each tile of the rack that can still reach an end. */
static void go(const Node *node, u32 place, u32 count, i32 main_points, i32 cross_points, int own) {
    for (u64 bit; (bit = line->tile[place]); ) {
        if (!(node->kids & bit)) return;
        spelt[place++] = (u8)__builtin_ctzll(bit);
        if (wanted >> place & 1 && node->ends & bit) emit(place, count, main_points, cross_points, own);
        if (place >= last_end) return;
        node = node_at(child(node, bit));
    }
    u64 lengths = wanted >> place >> 1 & node->ends >> LETTERS;
    if (!lengths) return;
    if (position.most &&
        1000ll * (main_points * slot_times + cross_points + slot_base + bound_left[count]) + slot_leave <= limit)
        return;
    u64 mine = count_of[BLANK] ? LETTER_MASK : have;
    u32 far = (u32)__builtin_ctzll(lengths);
    if (far > LOOK) far = LOOK;
    for (u32 ahead = 1; ahead <= far; ahead++)
        if (!(node->look[ahead - 1] & ((line->fits[place + ahead] & mine) | line->tile[place + ahead]))) return;
    u32 next = place + 1;
    int ends = wanted >> next & 1;
    u64 letters = node->kids & line->fits[place] & mine;
    if (next >= last_end) letters &= node->ends;
    for (; letters; letters &= letters - 1) {
        u64 bit = letters & -letters;
        u32 letter = (u32)__builtin_ctzll(bit), kid = next < last_end ? child(node, bit) : 0;
        int word = ends && node->ends & bit;
        if (!kid && !word) continue;
        spelt[place] = (u8)letter;
        for (int blank = 0; blank < 2; blank++) {
            u32 face = blank ? BLANK : letter;
            if (!count_of[face]) continue;
            i32 points = blank ? 0 : rules.values[letter] * line->times[place];
            i32 more = cross_points + points * line->cross_times[place] + line->cross_add[place];
            laid[count] = (u8)(letter | (blank ? BLANK_TILE : 0));
            rest -= stride[face];
            if (!--count_of[face] && !blank) have &= ~bit;
            if (word) emit(next, count + 1, main_points + points, more, own);
            if (kid) go(node_at(kid), next, count + 1, main_points + points, more, own);
            if (!blank) have |= bit;
            count_of[face]++;
            rest += stride[face];
        }
    }
}

static void go_all(void) {
    if (places.root) go(node_at(places.root), start_at, 0, 0, 0, 0);
    if (places.added) go(node_at(places.added), start_at, 0, 0, 0, 1);
}

/* A slot's upper bound: the best tiles on the best cells, each no better than what fits its cell. */
static i32 bound(const u8 *empty, u32 count, u32 from, i32 times, i32 fixed) {
    i32 weights[RACK], sum = 0, fitted = 0, matched = 0;
    for (u32 i = from; i < count; i++) {
        u32 place = empty[i], at = i - from;
        i32 weight = line->times[place] * (times + line->cross_times[place]);
        fitted += weight * line->highest[place];
        sum += line->cross_add[place];
        for (; at && weights[at - 1] < weight; at--) weights[at] = weights[at - 1];
        weights[at] = weight;
    }
    for (u32 i = 0; i < count - from; i++) matched += weights[i] * sorted[i];
    return fixed * times + sum + (fitted < matched ? fitted : matched);
}

/* Whether letters with a sum may form a word: false positives, but no false negatives. */
static int is_anagram(u64 sum) {
    const u8 *filter = (const u8 *)places.anagrams_at;
    u32 one = filter_bit(sum, 0), other = filter_bit(sum, 1);
    return filter[one >> 3] >> (one & 7) & filter[other >> 3] >> (other & 7) & 1;
}

/* Whether the whole rack may form a word with some tiles of a line; not worth checking with two blanks. */
static int may_use_all(u32 end) {
    if (count_of[BLANK] > 1) return 1;
    u64 sum = rack_sum;
    for (u32 place = start_at; place < end; place++)
        if (line->tile[place]) sum += key_of((u32)__builtin_ctzll(line->tile[place]));
    if (!count_of[BLANK]) return is_anagram(sum);
    for (u64 left = rules.alphabet; left; left &= left - 1)
        if (is_anagram(sum + key_of((u32)__builtin_ctzll(left)))) return 1;
    return 0;
}

/* Search one slot, with a fixed end. */
static void search_slot(const Slot *slot) {
    u8 empty[RACK];
    u32 count = 0;
    i32 times = 1, fixed = 0;
    line = &lines[slot->line];
    start_at = slot->start;
    if (slot->count == held && !may_use_all(slot->end)) return;
    for (u32 place = start_at; place < slot->end; place++) {
        if (line->tile[place]) {
            fixed += line->points[place];
            continue;
        }
        u32 cell = line->first + place * line->step;
        empty[count++] = (u8)place;
        times *= rules.word_times[cell] * four_times(cell, line->direction, place == start_at, place + 1 == slot->end);
    }
    wanted = 1ull << slot->end;
    last_end = slot->end;
    word_times[count] = slot_times = times;
    fixed_points[count] = fixed;
    slot_base = fixed * times + (count == position.bingo_tiles ? rules.bingo : 0);
    slot_leave = best_leave[held - count];
    for (u32 from = 0; from <= count; from++) bound_left[from] = bound(empty, count, from, times, 0);
    go_all();
}

/* The slots of one start: store each with its bound, or search all together. */
static void read_start(u32 number, u32 start) {
    u32 place = start, count = 0, at_anchor = 0;
    i32 inner = 1, fixed = 0, start_times = 1;
    u8 empty[RACK];
    line = &lines[number];
    wanted = 0;
    while (count < held) {
        while (place < line->length && line->tile[place]) fixed += line->points[place++];
        if (place == line->length || !line->fits[place]) break;
        u32 cell = line->first + place * line->step;
        empty[count++] = (u8)place;
        at_anchor |= line->anchor[place];
        u32 end = place + 1;
        i32 more = fixed;
        while (end < line->length && line->tile[end]) more += line->points[end++];
        i32 last = rules.word_times[cell] * four_times(cell, line->direction, place == start, end == place + 1);
        i32 times = (place == start ? 1 : start_times * inner) * last;
        if (place == start) start_times = rules.word_times[cell] * four_times(cell, line->direction, 1, 0);
        else inner *= rules.word_times[cell] * four_times(cell, line->direction, 0, 0);
        place++;
        word_times[count] = times;
        fixed_points[count] = more;
        if (!at_anchor || end - start < 2) continue;
        /* A single tile that forms words both ways is one play, the one across. */
        if (count == 1 && line->direction && line->crossed[place - 1]) continue;
        wanted |= 1ull << end;
        last_end = end;
        if (!position.most) continue;
        i32 most = bound(empty, count, 0, times, more) + (count == position.bingo_tiles ? rules.bingo : 0);
        Slot slot = {most * 1000 + best_leave[held - count], (u8)number, (u8)start, (u8)count, (u8)end};
        slots[slot_count++] = slot;
    }
    if (position.most || !wanted) return;
    start_at = start;
    go_all();
}

/* Pop the slot with the highest bound from the heap. */
static Slot pop(void) {
    Slot top = slots[0], moved = slots[--slot_count];
    u32 at = 0, kid;
    while ((kid = 2 * at + 1) < slot_count) {
        if (kid + 1 < slot_count && slots[kid + 1].bound > slots[kid].bound) kid++;
        if (slots[kid].bound <= moved.bound) break;
        slots[at] = slots[kid];
        at = kid;
    }
    slots[at] = moved;
    return top;
}

static void heapify(void) {
    for (u32 from = slot_count / 2; from--;) {
        Slot moved = slots[from];
        u32 at = from, kid;
        while ((kid = 2 * at + 1) < slot_count) {
            if (kid + 1 < slot_count && slots[kid + 1].bound > slots[kid].bound) kid++;
            if (slots[kid].bound <= moved.bound) break;
            slots[at] = slots[kid];
            at = kid;
        }
        slots[at] = moved;
    }
}

/* Answer the query; writes plays where `places` says, as many as fit. */
__attribute__((export_name("search"))) u32 search(void) {
    u32 size = rules.columns * rules.rows, number = 0;
    int first_play = 1;
    places.found = slot_count = 0;
    limit = -0x7FFFFFFF;
    for (u32 cell = 0; cell < size; cell++)
        if (taken(cell)) first_play = 0;
    read_rack();
    for (u32 direction = 0; direction < 2; direction++) {
        u32 count = direction ? rules.columns : rules.rows;
        for (u32 each = 0; each < count; each++, number++) {
            Line *to = &lines[number];
            read_line(to, direction, each, first_play);
            int any = 0;
            for (u32 place = 0; place < to->length; place++) any |= to->anchor[place];
            if (!any) continue;
            for (u32 start = 0; start < to->length; start++)
                if (!start || !to->tile[start - 1]) read_start(number, start);
        }
    }
    heapify();
    while (slot_count) {
        Slot slot = pop();
        if (slot.bound <= limit) break;
        search_slot(&slot);
    }
    return places.found;
}
