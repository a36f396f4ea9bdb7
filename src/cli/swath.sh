#!/bin/sh
# The installed command: runs main beside it (a bundle's, or the source) on the Bun that was installed with the package, from
# wherever it is linked to, and on the one of the PATH only where there is none. Decides nothing else.
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
here=$(cd "${self%/*}" && pwd -P) || exit 3
main=$here/main.js
[ -f "$main" ] || main=$here/main.ts
above=$here
while [ -n "$above" ]; do
  bun=$above/node_modules/bun/bin/bun.exe
  [ -x "$bun" ] && exec "$bun" "$main" "$@"
  above=${above%/*}
done
command -v bun >/dev/null && exec bun "$main" "$@"
echo "swath runs on Bun, and there is none beside it or on the PATH: npm install bun" >&2
exit 3
