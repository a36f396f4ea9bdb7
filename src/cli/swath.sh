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
  # Where install scripts are not run, the first is a stand-in of a few hundred bytes and the package of the platform has the runtime.
  for bun in "$above"/node_modules/bun/bin/bun.exe "$above"/node_modules/@oven/bun-*/bin/bun; do
    [ -x "$bun" ] && [ "$(wc -c <"$bun")" -gt 1000000 ] && exec "$bun" "$main" "$@"
  done
  above=${above%/*}
done
command -v bun >/dev/null && exec bun "$main" "$@"
echo "swath runs on Bun, and there is none beside it or on the PATH: npm install bun" >&2
exit 3
