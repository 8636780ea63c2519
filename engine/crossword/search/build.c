/* A minimal word graph from sorted words (Daciuk, Mihov, Watson and Watson 2000), with each node's look-ahead. */
#include "kernel.h"

/* A node under construction. */
typedef struct {
    u64 kids, ends;
    u32 count;
    u32 targets[LETTERS];
} Open;

static Open path[SIDE + 2];

static u32 hash_of(const Open *open) {
    u64 hash = open->kids * 0x9E3779B97F4A7C15ull ^ open->ends;
    for (u32 i = 0; i < open->count; i++) hash = (hash ^ open->targets[i]) * 0xD6E8FEB86659FD93ull + (hash >> 29);
    return (u32)((hash * 0x9E3779B97F4A7C15ull) >> (64 - places.table_bits));
}

static int same(const Open *open, u32 number) {
    const Node *node = node_at(number);
    if ((node->kids & LETTER_MASK) != open->kids || (node->ends & LETTER_MASK) != open->ends) return 0;
    const u32 *edges = (const u32 *)places.edges_at + (node->kids >> LETTERS);
    for (u32 i = 0; i < open->count; i++)
        if (edges[i] != open->targets[i]) return 0;
    return 1;
}

/* The number of the node equal to a complete one, added if new; NOTHING if out of room. */
static u32 closed(const Open *open) {
    if (!open->count) return 0;
    u32 *table = (u32 *)places.table_at, mask = (1u << places.table_bits) - 1, slot = hash_of(open);
    for (; table[slot]; slot = (slot + 1) & mask)
        if (same(open, table[slot])) return table[slot];
    u32 number = places.nodes;
    if (number >= places.nodes_room || number > mask / 2 || places.edges + open->count > places.edges_room) return NOTHING;
    Node *node = (Node *)places.nodes_at + number;
    u64 lengths = open->ends ? 1 : 0;
    node->kids = open->kids | (u64)places.edges << LETTERS;
    for (u32 i = 0; i < LOOK; i++) node->look[i] = 0;
    u32 *edges = (u32 *)places.edges_at + places.edges;
    for (u32 i = 0; i < open->count; i++) {
        const Node *kid = node_at(edges[i] = open->targets[i]);
        lengths |= (kid->ends >> LETTERS) << 1;
        node->look[0] |= kid->kids & LETTER_MASK;
        for (u32 j = 1; j < LOOK; j++) node->look[j] |= kid->look[j - 1];
    }
    node->ends = open->ends | lengths << LETTERS;
    places.edges += open->count;
    places.nodes++;
    return table[slot] = number;
}

/* Complete the path's nodes below a depth. */
static int close_to(u32 from, u32 depth) {
    for (; from > depth; from--) {
        u32 number = closed(&path[from]);
        if (number == NOTHING) return 0;
        path[from - 1].targets[path[from - 1].count - 1] = number;
    }
    return 1;
}

/* Add a word's letters to the filter. */
static void note_letters(const u8 *word, u32 length) {
    u8 *filter = (u8 *)places.anagrams_at;
    u64 sum = 0;
    for (u32 i = 0; i < length; i++) sum += key_of(word[i]);
    for (int second = 0; second < 2; second++) {
        u32 bit = filter_bit(sum, second);
        filter[bit >> 3] |= (u8)(1 << (bit & 7));
    }
}

/* Add a graph of the words in the text (codes in ascending order, 0xFF after each); its root, or NOTHING.
 *
 * The host zeroes the table. Words longer than any line are left out.
 */
__attribute__((export_name("build"))) u32 build(void) {
    const u8 *text = (const u8 *)places.text_at, *end = text + places.text_size, *before = text;
    u32 depth = 0;
    path[0].kids = path[0].ends = path[0].count = 0;
    while (text < end) {
        u32 length = 0, common = 0;
        while (text[length] != 0xFF) length++;
        if (length && length <= SIDE) {
            while (common < depth && common < length && before[common] == text[common]) common++;
            if (!close_to(depth, common)) return NOTHING;
            for (u32 i = common; i < length; i++) {
                path[i].kids |= 1ull << text[i];
                path[i].count++;
                path[i + 1].kids = path[i + 1].ends = path[i + 1].count = 0;
            }
            path[length - 1].ends |= 1ull << text[length - 1];
            note_letters(text, length);
            before = text;
            depth = length;
        }
        text += length + 1;
    }
    return close_to(depth, 0) ? closed(&path[0]) : NOTHING;
}
