"""What makes and tries Harfiyen and ships with no package: environments, word lists, wheels, chaos."""
