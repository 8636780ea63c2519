"""Move generation by a compiled kernel: what is put into its memory and what is read there. Runs nothing itself."""
