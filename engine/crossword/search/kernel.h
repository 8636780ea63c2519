/* What the host and the kernel share: sizes, and the structures in the module's memory.
 *
 * Freestanding C, compiled to WebAssembly by tools/build_kernel.py. engine/crossword/search/__init__.py packs the
 * same structures: little-endian, with only the padding written here.
 */
#ifndef HARFIYEN_KERNEL_H
#define HARFIYEN_KERNEL_H

typedef unsigned char u8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;

#define SIDE 27              /* cells of the longest line */
#define CELLS (SIDE * SIDE)
#define LETTERS 36           /* letter codes, the last for faces that no word has */
#define BLANK LETTERS        /* in counts of a rack */
#define RACK 12              /* tiles of the largest rack */
#define LEAVES 4096          /* entries of the largest table of leaves */
#define LOOK 6               /* letters that a node looks ahead, beyond its own children */
#define EMPTY 0xFF           /* a cell without a tile */
#define BLANK_TILE 0x40      /* flag in a letter's code: the tile is a blank */
#define NOTHING 0xFFFFFFFFu  /* out of room */
#define ANAGRAM_BITS 23      /* of the filter of letters that form a word in any order */

#define LETTER_MASK ((1ull << LETTERS) - 1)

/* A node of the word graph: 64 bytes, one cache line. Node 0 has no children. */
typedef struct {
    u64 kids;       /* low 36 bits: letters of children; above them: index of its first edge, ordered by letter */
    u64 ends;       /* low 36 bits: letters that end a word; bit 35 + n: some word ends n letters further */
    u64 look[LOOK]; /* letters on any path from here, at the second, third, ... step */
} Node;

/* Addresses and sizes of regions in memory, in bytes. */
typedef struct {
    u32 nodes_at, nodes_room, edges_at, edges_room;
    u32 table_at, table_bits, text_at, text_size;
    u32 out_at, out_room;
    u32 nodes, edges;              /* counts; the first node is 1 */
    u32 root, added, removed;      /* root nodes of word graphs; 0 for none */
    u32 found;                     /* answer: the number of plays */
    u32 anagrams_at;               /* a Bloom filter of every word's letters in any order */
} Places;

/* A table's rules, the same for its whole game. */
typedef struct {
    u32 columns, rows, centre;
    i32 bingo, cell_points;
    u32 spare;
    u64 alphabet;                  /* what a blank may stand for */
    i32 values[LETTERS];
    u8 letter_times[CELLS], word_times[CELLS], four[CELLS], pad[5];
} Rules;

/* A 4W cell: every word, words that begin or end there, or one direction's words that begin (or end) there. */
enum { FOUR_NONE, FOUR_ANY, FOUR_ENDPOINT, FOUR_ACROSS_FIRST, FOUR_ACROSS_LAST, FOUR_DOWN_FIRST, FOUR_DOWN_LAST };

/* A query. */
typedef struct {
    i32 bonus;                     /* the bonus cell; -1 for none */
    u32 bingo_tiles;               /* tiles of a bingo */
    u32 most;                      /* how many of the best plays to find; 0 for all */
    u32 with_leaves;               /* whether leaves have values */
    u8 rack[LETTERS + 1], pad[3];  /* counts of letters, then of blanks */
    u8 cells[CELLS], pad2[7];
} Position;

/* A play: 24 bytes. */
typedef struct {
    i32 value;                     /* thousandths of a point, with the leave */
    i32 score;
    u8 direction, line, start, count;
    u8 tiles[RACK];                /* codes, in cell order */
} Play;

extern Places places;
extern Rules rules;
extern Position position;
extern i32 leaves[LEAVES];         /* thousandths of a point, by counts: letters first, blanks last */

static inline const Node *node_at(u32 number) { return (const Node *)places.nodes_at + number; }

/* The child for a letter, which must exist. */
static inline u32 child(const Node *node, u64 bit) {
    return ((const u32 *)places.edges_at)[(node->kids >> LETTERS) + __builtin_popcountll(node->kids & (bit - 1))];
}

/* A letter's part of the sum that identifies letters in any order. */
static inline u64 key_of(u32 letter) {
    u64 key = (letter + 1) * 0x9E3779B97F4A7C15ull;
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9ull;
    key = (key ^ key >> 27) * 0x94D049BB133111EBull;
    return key ^ key >> 31;
}

/* One of a sum's two bits in the filter. */
static inline u32 filter_bit(u64 sum, int second) {
    return (u32)(sum >> (second ? 8 : 64 - ANAGRAM_BITS)) & ((1u << ANAGRAM_BITS) - 1);
}

#endif
