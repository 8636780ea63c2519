# `make run` or `make test` may be the first command after a clone: both make the environment they need.
PYTHON ?= python3
VENV := .venv
MINUTES ?= 4
SEED ?=
SECONDS ?= 60
WORKERS ?= 2
BIN := $(VENV)/bin

.PHONY: run test test-long chaos check format clean environment environment-dev

run: environment
	@$(BIN)/harfiyen run

# Each process has a third of the tests in the order of the folders, and takes from the others' when it is through.
# Three, as two would leave two cores idle for a quarter of the time: while servers end, and limits last.
# Bytecode is kept whatever the shell says: else every process would compile all tests, and every bot itself, anew.
test: environment-dev
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

# Laws of whole games, simulations and kills, for so many minutes: by other chances each time, or by those of a seed.
test-long: environment-dev
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m long --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) --hypothesis-profile long tests/long $(ARGS)

# Games of all kinds while workers, Redis, Telegram and clocks break, and an audit of all of it.
chaos: environment
	@$(BIN)/harfiyen chaos --seconds $(SECONDS) --workers $(WORKERS) $(if $(SEED),--seed $(SEED)) $(ARGS)

check: environment-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m bot.texts check

format: environment-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Both return at once when nothing has changed since the last time.
environment:
	@$(PYTHON) tools/environment.py $(VENV)

environment-dev:
	@$(PYTHON) tools/environment.py $(VENV) --dev

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find bot engine render tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
