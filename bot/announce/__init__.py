"""From what a commit changed to what the group reads and sees."""
