/* What the host and the kernel share: sizes, and the structures that lie in the memory of the module.
 *
 * Freestanding C, compiled to WebAssembly by tools/build_kernel.py. engine/crossword/search/layout.py packs the same
 * structures: little-endian, without padding but what is written here.
 */
#ifndef HARFIYEN_KERNEL_H
#define HARFIYEN_KERNEL_H

typedef unsigned char u8;
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;

#define SIDE 27              /* cells of the longest line */
#define CELLS (SIDE * SIDE)
#define LETTERS 36           /* codes of letters, one of them for faces that no word has */
#define BLANK LETTERS        /* in counts of a rack */
#define RACK 12              /* tiles of the largest rack */
#define LEAVES 4096          /* entries of the largest table of leaves */
#define LOOK 6               /* letters that a node looks ahead, beyond its own children */
#define EMPTY 0xFF           /* a cell without a tile */
#define BLANK_TILE 0x40      /* beside a letter's code: the tile is a blank */
#define NOTHING 0xFFFFFFFFu  /* there was no room */
#define ANAGRAM_BITS 23      /* of the filter that knows which letters together make a word */

#define LETTER_MASK ((1ull << LETTERS) - 1)

/* A node of the word graph: 64 bytes, one line of the cache. Node 0 has no children. */
typedef struct {
    u64 kids;       /* low 36 bits: letters that go on; above them: where its edges begin, in order of letters */
    u64 ends;       /* low 36 bits: letters by which a word ends; bit 35 + n: some word ends n letters on */
    u64 look[LOOK]; /* which letters there are, on any way on, as the second, third, ... from here */
} Node;

/* Where things lie in the memory, in bytes, and how much room they have. */
typedef struct {
    u32 nodes_at, nodes_room, edges_at, edges_room;
    u32 table_at, table_bits, text_at, text_size;
    u32 out_at, out_room;
    u32 nodes, edges;              /* how many there are; the first node is 1 */
    u32 root, added, removed;      /* nodes from which words are read; 0 for no words */
    u32 found;                     /* answer: how many plays there are */
    u32 anagrams_at;               /* a Bloom filter of the letters of every word, whatever their order */
} Places;

/* What belongs to a table for its whole game. */
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

/* What is asked. */
typedef struct {
    i32 bonus;                     /* the cell that adds points; -1 for none */
    u32 bingo_tiles;               /* how many tiles are a bingo */
    u32 most;                      /* how many of the best plays are wanted; 0 for all */
    u32 with_leaves;               /* whether what is kept is worth something */
    u8 rack[LETTERS + 1], pad[3];  /* how many of each letter, then blanks */
    u8 cells[CELLS], pad2[7];
} Position;

/* A play: 24 bytes. */
typedef struct {
    i32 value;                     /* thousandths of a point, with what is kept on the rack */
    i32 score;
    u8 direction, line, start, count;
    u8 tiles[RACK];                /* codes, in order of cells */
} Play;

extern Places places;
extern Rules rules;
extern Position position;
extern i32 leaves[LEAVES];         /* thousandths of a point, by a rack's counts: letters first, blanks last */

static inline const Node *node_at(u32 number) { return (const Node *)places.nodes_at + number; }

/* The node that a letter leads to; the letter must be one of its children. */
static inline u32 child(const Node *node, u64 bit) {
    return ((const u32 *)places.edges_at)[(node->kids >> LETTERS) + __builtin_popcountll(node->kids & (bit - 1))];
}

/* What a letter adds to the sum by which letters are known together, whatever their order. */
static inline u64 key_of(u32 letter) {
    u64 key = (letter + 1) * 0x9E3779B97F4A7C15ull;
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9ull;
    key = (key ^ key >> 27) * 0x94D049BB133111EBull;
    return key ^ key >> 31;
}

/* One of the two bits of the filter for letters with a sum. */
static inline u32 filter_bit(u64 sum, int second) {
    return (u32)(sum >> (second ? 8 : 64 - ANAGRAM_BITS)) & ((1u << ANAGRAM_BITS) - 1);
}

#endif
