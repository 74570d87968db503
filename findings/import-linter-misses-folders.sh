#!/usr/bin/env bash
# Import Linter: a contract is kept by modules that it never looked at, because their folder has no __init__.py.
#
# One would expect: what Python can import as a part of the package is looked at; or the report says what was left out.
# What happens: a folder without __init__.py inside an ordinary package is importable, all modules in it run, and none
#   of them is analysed, nor is anything below it that has one. A forbidden import there leaves the contract KEPT with
#   exit code 0, and no warning; only the number of files analysed is smaller. One empty file more, and it is BROKEN.
# Version: PyPI import-linter 2.17, grimp 3.20; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile import-linter==2.17 grimp==3.20 >/dev/null 2>&1 || exit 2

mkdir -p shop/ui/widgets/deep shop/database
touch shop/__init__.py shop/ui/__init__.py shop/database/__init__.py shop/ui/widgets/deep/__init__.py
for module in shop/ui/widgets/table.py shop/ui/widgets/deep/cell.py; do
  echo 'import shop.database' >"$module"
done
cat >.importlinter <<'INI'
[importlinter]
root_package = shop

[importlinter:contract:one]
name = the interface knows no database
type = forbidden
source_modules = shop.ui
forbidden_modules = shop.database
INI

look() {
  code=0
  timeout 60 env/bin/lint-imports >report 2>&1 || code=$?
  echo "$1: $(grep -o 'Analyzed [0-9]* files' report), $(grep -oE '(KEPT|BROKEN)' report | head -1), exit code $code"
}

echo "import-linter 2.17"
env/bin/python -c "import shop.ui.widgets.table, shop.ui.widgets.deep.cell; print('Python imports both modules')"
look "without __init__.py in shop/ui/widgets" | tee first
touch shop/ui/widgets/__init__.py
look "with it" | tee second
grep -q 'Analyzed 3 files, KEPT, exit code 0' first && grep -q 'BROKEN, exit code 1' second
