# swath completions for bash: source <(swath completions bash)
_swath() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" choices=""
  local languages="typescript ts tsx javascript js jsx css html c go golang java json python py rust rs yaml yml bash sh shell angular bicep cpp c++ cc cxx csharp cs c# dart elixir ex gdscript gd haskell hs kotlin kt lua markdown md php ruby rb scala sql swift toml"
  local types="ada agda aidl amake asciidoc asm asp ats avro awk bat batch bazel bitbake brotli buildstream bzip2 c cabal candid carp cbor ceylon clojure cmake cmd coffeescript config coq cpp creole crystal cs csharp cshtml csproj css csv cuda cython d dart devicetree dhall diff docker dockercompose dts dvc ebuild edn elisp elixir elm erb erlang fennel fidl fish flatbuffers fortran fsharp fut gap gdscript gn go gradle graphql groovy gzip h haml hare haskell hbs hs html hy idris janet java jinja jl js json jsonl julia jupyter k kotlin lean less license lilypond lisp lock log lua lz4 lzma m4 make mako man markdown matlab md meson minified mint mk ml motoko msbuild nim nix objc objcpp ocaml org pants pascal pdf perl php po pod postscript prolog protobuf ps puppet purs py python qmake qml r racket raku rdoc readme reasonml red rescript robot rst ruby rust sass scala sh slim smarty sml solidity soy spark spec sql stylus sv svelte svg swift swig systemd taskpaper tcl tex texinfo textile tf thrift toml ts twig txt typescript typoscript usd v vala vb vcl verilog vhdl vim vimscript vue webidl wgsl wiki xml xz yacc yaml yang z zig zsh zstd"
  COMPREPLY=()
  if [[ "$current" == "=" ]]; then current=""; elif [[ "$previous" == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "plan apply check search rename recover undo test read sparse edit mcp schema languages config completions help --help --version" -- "$current"))
    return
  fi
  case "${COMP_WORDS[1]}" in
    plan)
      words="-F --literal --fixed-strings -i --ignore-case -S --smart-case -w --word -U --multiline --dotall -l --lang --strictness --preserve-case --eol --rules --recipe --script --stdin --at-least --at-most --allow-non-convergent --syntax --allow-syntax-errors --max-files --max-bytes --max-total-bytes --timeout --partial --no-partial -t --type -T --type-not -g --glob --hidden --ignore --no-ignore --follow --encoding --changed --staged --since --files-from -0 --null-separated --null --json --detail --diff -q --quiet -v --verbose --color --plan-out --patch --sarif --github --limit --progress --no-progress --threads --script-timeout"
      case "$previous" in
        -l|--lang) choices="$languages" ;;
        --strictness) choices="cst smart ast relaxed signature template" ;;
        --eol) choices="auto raw" ;;
        --recipe) choices="$(swath config 2>/dev/null | sed -n 's/^recipe \([^:]*\).*/\1/p')" ;;
        --syntax) choices="block warn off" ;;
        -t|--type) choices="$types" ;;
        -T|--type-not) choices="$types" ;;
        --color) choices="auto always never" ;;
      esac
      ;;
    apply)
      words="-F --literal --fixed-strings -i --ignore-case -S --smart-case -w --word -U --multiline --dotall -l --lang --strictness --preserve-case --eol --rules --recipe --script --stdin --plan --root --review --at-least --at-most --allow-non-convergent --syntax --allow-syntax-errors --max-files --max-bytes --max-total-bytes --timeout --partial --no-partial -t --type -T --type-not -g --glob --hidden --ignore --no-ignore --follow --encoding --changed --staged --since --files-from -0 --null-separated --null --json --detail --diff -q --quiet -v --verbose --color --patch --limit --progress --no-progress --threads --fsync --force-lock --force-readonly --script-timeout"
      case "$previous" in
        -l|--lang) choices="$languages" ;;
        --strictness) choices="cst smart ast relaxed signature template" ;;
        --eol) choices="auto raw" ;;
        --recipe) choices="$(swath config 2>/dev/null | sed -n 's/^recipe \([^:]*\).*/\1/p')" ;;
        --syntax) choices="block warn off" ;;
        -t|--type) choices="$types" ;;
        -T|--type-not) choices="$types" ;;
        --color) choices="auto always never" ;;
        --fsync) choices="auto always never" ;;
      esac
      ;;
    check)
      words="-F --literal --fixed-strings -i --ignore-case -S --smart-case -w --word -U --multiline --dotall -l --lang --strictness --preserve-case --eol --rules --recipe --script --at-least --at-most --allow-non-convergent --syntax --allow-syntax-errors --max-files --max-bytes --max-total-bytes --timeout --partial --no-partial -t --type -T --type-not -g --glob --hidden --ignore --no-ignore --follow --encoding --changed --staged --since --files-from -0 --null-separated --null --json --detail --diff -q --quiet -v --verbose --color --patch --sarif --github --limit --progress --no-progress --threads --script-timeout"
      case "$previous" in
        -l|--lang) choices="$languages" ;;
        --strictness) choices="cst smart ast relaxed signature template" ;;
        --eol) choices="auto raw" ;;
        --recipe) choices="$(swath config 2>/dev/null | sed -n 's/^recipe \([^:]*\).*/\1/p')" ;;
        --syntax) choices="block warn off" ;;
        -t|--type) choices="$types" ;;
        -T|--type-not) choices="$types" ;;
        --color) choices="auto always never" ;;
      esac
      ;;
    search)
      words="-F --literal --fixed-strings -i --ignore-case -S --smart-case -w --word -U --multiline --dotall -l --lang --strictness --eol --at-least --at-most --max-files --max-bytes --max-total-bytes --timeout --partial --no-partial -t --type -T --type-not -g --glob --hidden --ignore --no-ignore --follow --encoding --changed --staged --since --files-from -0 --null-separated --null --json --detail -q --quiet -v --verbose --color --limit --progress --no-progress --debug-pattern --threads"
      case "$previous" in
        -l|--lang) choices="$languages" ;;
        --strictness) choices="cst smart ast relaxed signature template" ;;
        --eol) choices="auto raw" ;;
        -t|--type) choices="$types" ;;
        -T|--type-not) choices="$types" ;;
        --color) choices="auto always never" ;;
      esac
      ;;
    rename)
      words="-w --word -l --lang --apply --map --map-file --prose --exact --paths --at-least --at-most --allow-non-convergent --syntax --allow-syntax-errors --max-files --max-bytes --max-total-bytes --timeout --partial --no-partial -t --type -T --type-not -g --glob --hidden --ignore --no-ignore --follow --encoding --changed --staged --since --files-from -0 --null-separated --null --json --detail --diff -q --quiet -v --verbose --color --plan-out --patch --limit --progress --no-progress --threads --fsync --force-lock --force-readonly"
      case "$previous" in
        -l|--lang) choices="$languages" ;;
        --syntax) choices="block warn off" ;;
        -t|--type) choices="$types" ;;
        -T|--type-not) choices="$types" ;;
        --color) choices="auto always never" ;;
        --fsync) choices="auto always never" ;;
      esac
      ;;
    recover)
      words="--json -q --quiet --color --fsync --force-lock"
      case "$previous" in
        --color) choices="auto always never" ;;
        --fsync) choices="auto always never" ;;
      esac
      ;;
    undo)
      words="--list --json -q --quiet --color --fsync --force-lock"
      case "$previous" in
        --color) choices="auto always never" ;;
        --fsync) choices="auto always never" ;;
      esac
      ;;
    test)
      words="--json -q --quiet --color"
      case "$previous" in
        --color) choices="auto always never" ;;
      esac
      ;;
    read)
      words="--lines --head --tail --stat --verify-checksum --anchors --json"
      ;;
    sparse)
      words="--max-files --max-bytes --head --json"
      [[ $COMP_CWORD -eq 2 ]] && choices="list read"
      ;;
    edit)
      words="--edits --anchors --json --syntax --allow-syntax-errors --fsync --force-lock --force-readonly"
      case "$previous" in
        --syntax) choices="block warn off" ;;
        --fsync) choices="auto always never" ;;
      esac
      ;;
    mcp)
      words="--root"
      ;;
    schema)
      words=""
      [[ $COMP_CWORD -eq 2 ]] && choices="plan apply check search error recover undo test report request config plan-file"
      ;;
    languages)
      words="--json"
      ;;
    config)
      words="--json"
      ;;
    completions)
      words=""
      [[ $COMP_CWORD -eq 2 ]] && choices="bash zsh fish powershell"
      ;;
    help)
      words=""
      [[ $COMP_CWORD -eq 2 ]] && choices="patterns replacement files guards budgets exit-codes errors rules rename scripts apply agents plan check search recover undo test read sparse edit mcp schema languages config completions help"
      ;;
  esac
  if [[ -n "$choices" ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words --help" -- "$current"))
  fi
}
complete -o default -F _swath swath
