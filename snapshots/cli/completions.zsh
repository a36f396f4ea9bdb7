#compdef swath
# swath completions for zsh: save as _swath in a directory of $fpath
_swath_languages() { compadd -- 'typescript' 'ts' 'tsx' 'javascript' 'js' 'jsx' 'css' 'html' 'c' 'go' 'golang' 'java' 'json' 'python' 'py' 'rust' 'rs' 'yaml' 'yml' 'bash' 'sh' 'shell' 'angular' 'bicep' 'cpp' 'c++' 'cc' 'cxx' 'csharp' 'cs' 'c#' 'dart' 'elixir' 'ex' 'gdscript' 'gd' 'haskell' 'hs' 'kotlin' 'kt' 'lua' 'markdown' 'md' 'php' 'ruby' 'rb' 'scala' 'sql' 'swift' 'toml' }
_swath_types() { compadd -- 'ada' 'agda' 'aidl' 'amake' 'asciidoc' 'asm' 'asp' 'ats' 'avro' 'awk' 'bat' 'batch' 'bazel' 'bitbake' 'brotli' 'buildstream' 'bzip2' 'c' 'cabal' 'candid' 'carp' 'cbor' 'ceylon' 'clojure' 'cmake' 'cmd' 'coffeescript' 'config' 'coq' 'cpp' 'creole' 'crystal' 'cs' 'csharp' 'cshtml' 'csproj' 'css' 'csv' 'cuda' 'cython' 'd' 'dart' 'devicetree' 'dhall' 'diff' 'docker' 'dockercompose' 'dts' 'dvc' 'ebuild' 'edn' 'elisp' 'elixir' 'elm' 'erb' 'erlang' 'fennel' 'fidl' 'fish' 'flatbuffers' 'fortran' 'fsharp' 'fut' 'gap' 'gdscript' 'gn' 'go' 'gradle' 'graphql' 'groovy' 'gzip' 'h' 'haml' 'hare' 'haskell' 'hbs' 'hs' 'html' 'hy' 'idris' 'janet' 'java' 'jinja' 'jl' 'js' 'json' 'jsonl' 'julia' 'jupyter' 'k' 'kotlin' 'lean' 'less' 'license' 'lilypond' 'lisp' 'lock' 'log' 'lua' 'lz4' 'lzma' 'm4' 'make' 'mako' 'man' 'markdown' 'matlab' 'md' 'meson' 'minified' 'mint' 'mk' 'ml' 'motoko' 'msbuild' 'nim' 'nix' 'objc' 'objcpp' 'ocaml' 'org' 'pants' 'pascal' 'pdf' 'perl' 'php' 'po' 'pod' 'postscript' 'prolog' 'protobuf' 'ps' 'puppet' 'purs' 'py' 'python' 'qmake' 'qml' 'r' 'racket' 'raku' 'rdoc' 'readme' 'reasonml' 'red' 'rescript' 'robot' 'rst' 'ruby' 'rust' 'sass' 'scala' 'sh' 'slim' 'smarty' 'sml' 'solidity' 'soy' 'spark' 'spec' 'sql' 'stylus' 'sv' 'svelte' 'svg' 'swift' 'swig' 'systemd' 'taskpaper' 'tcl' 'tex' 'texinfo' 'textile' 'tf' 'thrift' 'toml' 'ts' 'twig' 'txt' 'typescript' 'typoscript' 'usd' 'v' 'vala' 'vb' 'vcl' 'verilog' 'vhdl' 'vim' 'vimscript' 'vue' 'webidl' 'wgsl' 'wiki' 'xml' 'xz' 'yacc' 'yaml' 'yang' 'z' 'zig' 'zsh' 'zstd' }
_swath_recipes() { compadd -- ${(f)"$(swath config 2>/dev/null | sed -n 's/^recipe \([^:]*\).*/\1/p')"} }
_swath() {
  local -a verbs
  verbs=(
    'plan:Show what would change, as a diff'
    'apply:Change all files or none'
    'check:Exit 1 if anything would change (a gate for CI)'
    'search:Show where a pattern matches'
    'rename:Rename identifiers in every spelling, and paths'
    'recover:Finish or undo an interrupted apply'
    'undo:Put back what an apply changed'
    'test:Run the tests of rule files'
    'read:Print a file, or a part of it, as records'
    'sparse:List or read many files under a budget, as records'
    'edit:Edit a file by the anchors of its lines'
    'mcp:Serve all of it over MCP on standard input and output'
    'schema:Print the JSON Schema of a report, the options or a file'
    'languages:List the languages of structural patterns'
    'config:Show the settings in force and where each comes from'
    'completions:Print the completion script of a shell'
    'help:Show help on a verb or a topic'
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
    plan) _arguments -s \
      '*-F[Take pattern and replacement as plain text]' \
      '*--literal[Take pattern and replacement as plain text]' \
      '*--fixed-strings[Take pattern and replacement as plain text]' \
      '*-i[Match upper and lower case alike]' \
      '*--ignore-case[Match upper and lower case alike]' \
      '*-S[Ignore case unless the pattern has an upper-case letter]' \
      '*--smart-case[Ignore case unless the pattern has an upper-case letter]' \
      '*-w[Match only where no word character stands next to the match]' \
      '*--word[Match only where no word character stands next to the match]' \
      '*-U[Let the pattern see the whole file, so that it can cross lines]' \
      '*--multiline[Let the pattern see the whole file, so that it can cross lines]' \
      '*--dotall[Let `.` match newlines too (implies --multiline)]' \
      '*-l+[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--lang=[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--strictness=[How exactly code must look like a structural pattern]:value:(cst smart ast relaxed signature template)' \
      '*--preserve-case[Let the replacement follow the case of each match]' \
      '*--eol=[Let the pattern see CRLF as one newline (auto) or the bytes as they are (raw)]:value:(auto raw)' \
      '*--rules=[Take the rules of these files instead of pattern and replacement]:file:_files' \
      '*--recipe=[Take a recipe of the configuration instead of pattern and replacement]:recipe:_swath_recipes' \
      '*--script=[Compute each replacement with the default export of this TypeScript module]:file:_files' \
      '*--stdin[Filter\: standard input in, the result on standard output]' \
      '*--at-least=[Fail unless there are this many matches (plan, apply, rename\: 1; check, search\: 0)]:value: ' \
      '*--at-most=[Fail when there are more matches than this]:value: ' \
      '*--allow-non-convergent[Accept a rewrite that would change its own result again]' \
      '*--syntax=[What to do when a file would parse worse than before]:value:(block warn off)' \
      '*--allow-syntax-errors[Accept files that would parse worse than before (--syntax off)]' \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Largest file that may be edited]:value: ' \
      '*--max-total-bytes=[Most bytes in all files together (no limit)]:value: ' \
      '*--timeout=[Most seconds the run may take (no limit)]:value: ' \
      '*--partial[Answer from what the budgets allow and say so (search\: on; else off)]' \
      '*--no-partial[Fail where the budgets or a file do not allow a whole answer]' \
      '*-t+[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*--type=[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*-T+[No files of this type]:type:_swath_types' \
      '*--type-not=[No files of this type]:type:_swath_types' \
      '*-g+[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--glob=[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--hidden[Search hidden files and directories]' \
      '*--ignore[Leave out what ignore files name (.gitignore, .ignore, .swathignore)]' \
      '*--no-ignore[Search what ignore files leave out, too]' \
      '*--follow[Follow symbolic links that stay inside the workspace]' \
      '*--encoding=[Decode files without a byte-order mark as this encoding]:value: ' \
      '*--changed[Only files that git reports as changed or untracked]' \
      '*--staged[Only files with staged changes]' \
      '*--since=[Only files changed since the merge base with this commit]:value: ' \
      '*--files-from=[Read the paths from this file (- for standard input)]:file:_files' \
      '*-0[Paths in --files-from end in NUL instead of newline]' \
      '*--null-separated[Paths in --files-from end in NUL instead of newline]' \
      '*--null[Paths in --files-from end in NUL instead of newline]' \
      '*--json[Print the report as one line of JSON]' \
      '*--detail[List every edit or match with its byte positions, and hashes]' \
      '*--diff[Print the unified diff]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*-v[Add statistics of the run to the report]' \
      '*--verbose[Add statistics of the run to the report]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--plan-out=[Save the plan for `swath apply --plan`]:file:_files' \
      '*--patch=[Write the unified diff to this file]:file:_files' \
      '*--sarif=[Write results as SARIF 2.1.0 to this file]:file:_files' \
      '*--github[Print workflow annotations for GitHub Actions]' \
      '*--limit=[List at most this many matches or changes; counts stay exact (no limit)]:value: ' \
      '*--progress[Show progress on standard error (only on a terminal)]' \
      '*--no-progress[Show no progress]' \
      '*--threads=[Number of threads (one for each core)]:value: ' \
      '*--script-timeout=[Most seconds a script may take for one file]:value: ' \
      '*:file:_files' ;;
    apply) _arguments -s \
      '*-F[Take pattern and replacement as plain text]' \
      '*--literal[Take pattern and replacement as plain text]' \
      '*--fixed-strings[Take pattern and replacement as plain text]' \
      '*-i[Match upper and lower case alike]' \
      '*--ignore-case[Match upper and lower case alike]' \
      '*-S[Ignore case unless the pattern has an upper-case letter]' \
      '*--smart-case[Ignore case unless the pattern has an upper-case letter]' \
      '*-w[Match only where no word character stands next to the match]' \
      '*--word[Match only where no word character stands next to the match]' \
      '*-U[Let the pattern see the whole file, so that it can cross lines]' \
      '*--multiline[Let the pattern see the whole file, so that it can cross lines]' \
      '*--dotall[Let `.` match newlines too (implies --multiline)]' \
      '*-l+[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--lang=[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--strictness=[How exactly code must look like a structural pattern]:value:(cst smart ast relaxed signature template)' \
      '*--preserve-case[Let the replacement follow the case of each match]' \
      '*--eol=[Let the pattern see CRLF as one newline (auto) or the bytes as they are (raw)]:value:(auto raw)' \
      '*--rules=[Take the rules of these files instead of pattern and replacement]:file:_files' \
      '*--recipe=[Take a recipe of the configuration instead of pattern and replacement]:recipe:_swath_recipes' \
      '*--script=[Compute each replacement with the default export of this TypeScript module]:file:_files' \
      '*--stdin[Filter\: standard input in, the result on standard output]' \
      '*--plan=[Commit exactly this saved plan]:file:_files' \
      '*--root=[Apply a saved plan to this copy of the tree]:file:_files' \
      '*--review[Ask about each hunk before anything is written]' \
      '*--at-least=[Fail unless there are this many matches (plan, apply, rename\: 1; check, search\: 0)]:value: ' \
      '*--at-most=[Fail when there are more matches than this]:value: ' \
      '*--allow-non-convergent[Accept a rewrite that would change its own result again]' \
      '*--syntax=[What to do when a file would parse worse than before]:value:(block warn off)' \
      '*--allow-syntax-errors[Accept files that would parse worse than before (--syntax off)]' \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Largest file that may be edited]:value: ' \
      '*--max-total-bytes=[Most bytes in all files together (no limit)]:value: ' \
      '*--timeout=[Most seconds the run may take (no limit)]:value: ' \
      '*--partial[Answer from what the budgets allow and say so (search\: on; else off)]' \
      '*--no-partial[Fail where the budgets or a file do not allow a whole answer]' \
      '*-t+[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*--type=[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*-T+[No files of this type]:type:_swath_types' \
      '*--type-not=[No files of this type]:type:_swath_types' \
      '*-g+[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--glob=[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--hidden[Search hidden files and directories]' \
      '*--ignore[Leave out what ignore files name (.gitignore, .ignore, .swathignore)]' \
      '*--no-ignore[Search what ignore files leave out, too]' \
      '*--follow[Follow symbolic links that stay inside the workspace]' \
      '*--encoding=[Decode files without a byte-order mark as this encoding]:value: ' \
      '*--changed[Only files that git reports as changed or untracked]' \
      '*--staged[Only files with staged changes]' \
      '*--since=[Only files changed since the merge base with this commit]:value: ' \
      '*--files-from=[Read the paths from this file (- for standard input)]:file:_files' \
      '*-0[Paths in --files-from end in NUL instead of newline]' \
      '*--null-separated[Paths in --files-from end in NUL instead of newline]' \
      '*--null[Paths in --files-from end in NUL instead of newline]' \
      '*--json[Print the report as one line of JSON]' \
      '*--detail[List every edit or match with its byte positions, and hashes]' \
      '*--diff[Print the unified diff]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*-v[Add statistics of the run to the report]' \
      '*--verbose[Add statistics of the run to the report]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--patch=[Write the unified diff to this file]:file:_files' \
      '*--limit=[List at most this many matches or changes; counts stay exact (no limit)]:value: ' \
      '*--progress[Show progress on standard error (only on a terminal)]' \
      '*--no-progress[Show no progress]' \
      '*--threads=[Number of threads (one for each core)]:value: ' \
      '*--fsync=[How written files are flushed to the disk]:value:(auto always never)' \
      '*--force-lock[Take over a lock whose holder is gone]' \
      '*--force-readonly[Edit files that lack the owner'\''s write bit]' \
      '*--script-timeout=[Most seconds a script may take for one file]:value: ' \
      '*:file:_files' ;;
    check) _arguments -s \
      '*-F[Take pattern and replacement as plain text]' \
      '*--literal[Take pattern and replacement as plain text]' \
      '*--fixed-strings[Take pattern and replacement as plain text]' \
      '*-i[Match upper and lower case alike]' \
      '*--ignore-case[Match upper and lower case alike]' \
      '*-S[Ignore case unless the pattern has an upper-case letter]' \
      '*--smart-case[Ignore case unless the pattern has an upper-case letter]' \
      '*-w[Match only where no word character stands next to the match]' \
      '*--word[Match only where no word character stands next to the match]' \
      '*-U[Let the pattern see the whole file, so that it can cross lines]' \
      '*--multiline[Let the pattern see the whole file, so that it can cross lines]' \
      '*--dotall[Let `.` match newlines too (implies --multiline)]' \
      '*-l+[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--lang=[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--strictness=[How exactly code must look like a structural pattern]:value:(cst smart ast relaxed signature template)' \
      '*--preserve-case[Let the replacement follow the case of each match]' \
      '*--eol=[Let the pattern see CRLF as one newline (auto) or the bytes as they are (raw)]:value:(auto raw)' \
      '*--rules=[Take the rules of these files instead of pattern and replacement]:file:_files' \
      '*--recipe=[Take a recipe of the configuration instead of pattern and replacement]:recipe:_swath_recipes' \
      '*--script=[Compute each replacement with the default export of this TypeScript module]:file:_files' \
      '*--at-least=[Fail unless there are this many matches (plan, apply, rename\: 1; check, search\: 0)]:value: ' \
      '*--at-most=[Fail when there are more matches than this]:value: ' \
      '*--allow-non-convergent[Accept a rewrite that would change its own result again]' \
      '*--syntax=[What to do when a file would parse worse than before]:value:(block warn off)' \
      '*--allow-syntax-errors[Accept files that would parse worse than before (--syntax off)]' \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Largest file that may be edited]:value: ' \
      '*--max-total-bytes=[Most bytes in all files together (no limit)]:value: ' \
      '*--timeout=[Most seconds the run may take (no limit)]:value: ' \
      '*--partial[Answer from what the budgets allow and say so (search\: on; else off)]' \
      '*--no-partial[Fail where the budgets or a file do not allow a whole answer]' \
      '*-t+[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*--type=[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*-T+[No files of this type]:type:_swath_types' \
      '*--type-not=[No files of this type]:type:_swath_types' \
      '*-g+[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--glob=[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--hidden[Search hidden files and directories]' \
      '*--ignore[Leave out what ignore files name (.gitignore, .ignore, .swathignore)]' \
      '*--no-ignore[Search what ignore files leave out, too]' \
      '*--follow[Follow symbolic links that stay inside the workspace]' \
      '*--encoding=[Decode files without a byte-order mark as this encoding]:value: ' \
      '*--changed[Only files that git reports as changed or untracked]' \
      '*--staged[Only files with staged changes]' \
      '*--since=[Only files changed since the merge base with this commit]:value: ' \
      '*--files-from=[Read the paths from this file (- for standard input)]:file:_files' \
      '*-0[Paths in --files-from end in NUL instead of newline]' \
      '*--null-separated[Paths in --files-from end in NUL instead of newline]' \
      '*--null[Paths in --files-from end in NUL instead of newline]' \
      '*--json[Print the report as one line of JSON]' \
      '*--detail[List every edit or match with its byte positions, and hashes]' \
      '*--diff[Print the unified diff]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*-v[Add statistics of the run to the report]' \
      '*--verbose[Add statistics of the run to the report]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--patch=[Write the unified diff to this file]:file:_files' \
      '*--sarif=[Write results as SARIF 2.1.0 to this file]:file:_files' \
      '*--github[Print workflow annotations for GitHub Actions]' \
      '*--limit=[List at most this many matches or changes; counts stay exact (no limit)]:value: ' \
      '*--progress[Show progress on standard error (only on a terminal)]' \
      '*--no-progress[Show no progress]' \
      '*--threads=[Number of threads (one for each core)]:value: ' \
      '*--script-timeout=[Most seconds a script may take for one file]:value: ' \
      '*:file:_files' ;;
    search) _arguments -s \
      '*-F[Take pattern and replacement as plain text]' \
      '*--literal[Take pattern and replacement as plain text]' \
      '*--fixed-strings[Take pattern and replacement as plain text]' \
      '*-i[Match upper and lower case alike]' \
      '*--ignore-case[Match upper and lower case alike]' \
      '*-S[Ignore case unless the pattern has an upper-case letter]' \
      '*--smart-case[Ignore case unless the pattern has an upper-case letter]' \
      '*-w[Match only where no word character stands next to the match]' \
      '*--word[Match only where no word character stands next to the match]' \
      '*-U[Let the pattern see the whole file, so that it can cross lines]' \
      '*--multiline[Let the pattern see the whole file, so that it can cross lines]' \
      '*--dotall[Let `.` match newlines too (implies --multiline)]' \
      '*-l+[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--lang=[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--strictness=[How exactly code must look like a structural pattern]:value:(cst smart ast relaxed signature template)' \
      '*--eol=[Let the pattern see CRLF as one newline (auto) or the bytes as they are (raw)]:value:(auto raw)' \
      '*--at-least=[Fail unless there are this many matches (plan, apply, rename\: 1; check, search\: 0)]:value: ' \
      '*--at-most=[Fail when there are more matches than this]:value: ' \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Largest file that may be edited]:value: ' \
      '*--max-total-bytes=[Most bytes in all files together (no limit)]:value: ' \
      '*--timeout=[Most seconds the run may take (no limit)]:value: ' \
      '*--partial[Answer from what the budgets allow and say so (search\: on; else off)]' \
      '*--no-partial[Fail where the budgets or a file do not allow a whole answer]' \
      '*-t+[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*--type=[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*-T+[No files of this type]:type:_swath_types' \
      '*--type-not=[No files of this type]:type:_swath_types' \
      '*-g+[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--glob=[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--hidden[Search hidden files and directories]' \
      '*--ignore[Leave out what ignore files name (.gitignore, .ignore, .swathignore)]' \
      '*--no-ignore[Search what ignore files leave out, too]' \
      '*--follow[Follow symbolic links that stay inside the workspace]' \
      '*--encoding=[Decode files without a byte-order mark as this encoding]:value: ' \
      '*--changed[Only files that git reports as changed or untracked]' \
      '*--staged[Only files with staged changes]' \
      '*--since=[Only files changed since the merge base with this commit]:value: ' \
      '*--files-from=[Read the paths from this file (- for standard input)]:file:_files' \
      '*-0[Paths in --files-from end in NUL instead of newline]' \
      '*--null-separated[Paths in --files-from end in NUL instead of newline]' \
      '*--null[Paths in --files-from end in NUL instead of newline]' \
      '*--json[Print the report as one line of JSON]' \
      '*--detail[List every edit or match with its byte positions, and hashes]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*-v[Add statistics of the run to the report]' \
      '*--verbose[Add statistics of the run to the report]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--limit=[List at most this many matches or changes; counts stay exact (no limit)]:value: ' \
      '*--progress[Show progress on standard error (only on a terminal)]' \
      '*--no-progress[Show no progress]' \
      '*--debug-pattern[Show how a structural pattern was parsed]' \
      '*--threads=[Number of threads (one for each core)]:value: ' \
      '*:file:_files' ;;
    rename) _arguments -s \
      '*-w[Match only where no word character stands next to the match]' \
      '*--word[Match only where no word character stands next to the match]' \
      '*-l+[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--lang=[Take pattern and replacement as code of this language]:language:_swath_languages' \
      '*--apply[Write the changes instead of only planning them]' \
      '*--map=[Rename whole words by this pair, all pairs in one pass]:value: ' \
      '*--map-file=[Read pairs from a JSON object or from a file of tab-separated lines]:file:_files' \
      '*--prose[Rename the dotted, spaced and flat spellings too]' \
      '*--exact[Rename only the spelling given]' \
      '*--paths[Rename files and directories too]' \
      '*--at-least=[Fail unless there are this many matches (plan, apply, rename\: 1; check, search\: 0)]:value: ' \
      '*--at-most=[Fail when there are more matches than this]:value: ' \
      '*--allow-non-convergent[Accept a rewrite that would change its own result again]' \
      '*--syntax=[What to do when a file would parse worse than before]:value:(block warn off)' \
      '*--allow-syntax-errors[Accept files that would parse worse than before (--syntax off)]' \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Largest file that may be edited]:value: ' \
      '*--max-total-bytes=[Most bytes in all files together (no limit)]:value: ' \
      '*--timeout=[Most seconds the run may take (no limit)]:value: ' \
      '*--partial[Answer from what the budgets allow and say so (search\: on; else off)]' \
      '*--no-partial[Fail where the budgets or a file do not allow a whole answer]' \
      '*-t+[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*--type=[Only files of this type, by ripgrep'\''s names]:type:_swath_types' \
      '*-T+[No files of this type]:type:_swath_types' \
      '*--type-not=[No files of this type]:type:_swath_types' \
      '*-g+[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--glob=[Only files that match; with a leading ! none that match; the last match wins]:value: ' \
      '*--hidden[Search hidden files and directories]' \
      '*--ignore[Leave out what ignore files name (.gitignore, .ignore, .swathignore)]' \
      '*--no-ignore[Search what ignore files leave out, too]' \
      '*--follow[Follow symbolic links that stay inside the workspace]' \
      '*--encoding=[Decode files without a byte-order mark as this encoding]:value: ' \
      '*--changed[Only files that git reports as changed or untracked]' \
      '*--staged[Only files with staged changes]' \
      '*--since=[Only files changed since the merge base with this commit]:value: ' \
      '*--files-from=[Read the paths from this file (- for standard input)]:file:_files' \
      '*-0[Paths in --files-from end in NUL instead of newline]' \
      '*--null-separated[Paths in --files-from end in NUL instead of newline]' \
      '*--null[Paths in --files-from end in NUL instead of newline]' \
      '*--json[Print the report as one line of JSON]' \
      '*--detail[List every edit or match with its byte positions, and hashes]' \
      '*--diff[Print the unified diff]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*-v[Add statistics of the run to the report]' \
      '*--verbose[Add statistics of the run to the report]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--plan-out=[Save the plan for `swath apply --plan`]:file:_files' \
      '*--patch=[Write the unified diff to this file]:file:_files' \
      '*--limit=[List at most this many matches or changes; counts stay exact (no limit)]:value: ' \
      '*--progress[Show progress on standard error (only on a terminal)]' \
      '*--no-progress[Show no progress]' \
      '*--threads=[Number of threads (one for each core)]:value: ' \
      '*--fsync=[How written files are flushed to the disk]:value:(auto always never)' \
      '*--force-lock[Take over a lock whose holder is gone]' \
      '*--force-readonly[Edit files that lack the owner'\''s write bit]' \
      '*:file:_files' ;;
    recover) _arguments -s \
      '*--json[Print the report as one line of JSON]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--fsync=[How written files are flushed to the disk]:value:(auto always never)' \
      '*--force-lock[Take over a lock whose holder is gone]' \
      '*:file:_files' ;;
    undo) _arguments -s \
      '*--list[Show which applies can be put back, the latest first]' \
      '*--json[Print the report as one line of JSON]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*--fsync=[How written files are flushed to the disk]:value:(auto always never)' \
      '*--force-lock[Take over a lock whose holder is gone]' \
      '*:file:_files' ;;
    test) _arguments -s \
      '*--json[Print the report as one line of JSON]' \
      '*-q[Print nothing but errors]' \
      '*--quiet[Print nothing but errors]' \
      '*--color=[When to colour]:value:(auto always never)' \
      '*:file:_files' ;;
    read) _arguments -s \
      '*--lines=[Only the lines from A to B, counted from 1]:value: ' \
      '*--head=[Only the first lines]:value: ' \
      '*--tail=[Only the last lines]:value: ' \
      '*--stat[Only what is known of the file, without its text]' \
      '*--verify-checksum=[Fail unless the file has this BLAKE3 checksum]:value: ' \
      '*--anchors[Print each line with its anchor]' \
      '*--json[Changes nothing\: the output is JSON anyway]' \
      '*:file:_files' ;;
    sparse) _arguments -s \
      '*--max-files=[Most files to consider]:value: ' \
      '*--max-bytes=[Most bytes of paths (list) or heads (read) to print]:value: ' \
      '*--head=[Lines to read of each file (50)]:value: ' \
      '*--json[Changes nothing\: the output is JSON anyway]' \
      '1:word:(list read)' '*:file:_files' ;;
    edit) _arguments -s \
      '*--edits=[The list of edits (- for standard input)]:value: ' \
      '*--anchors[Print the changed lines with their new anchors]' \
      '*--json[Changes nothing\: the output is JSON anyway]' \
      '*--syntax=[What to do when a file would parse worse than before]:value:(block warn off)' \
      '*--allow-syntax-errors[Accept files that would parse worse than before (--syntax off)]' \
      '*--fsync=[How written files are flushed to the disk]:value:(auto always never)' \
      '*--force-lock[Take over a lock whose holder is gone]' \
      '*--force-readonly[Edit files that lack the owner'\''s write bit]' \
      '*:file:_files' ;;
    mcp) _arguments -s \
      '*--root=[Confine the server to this directory (the working directory)]:file:_files' \
      '*:file:_files' ;;
    schema) _arguments -s \
      '1:word:(plan apply check search error recover undo test report request config plan-file)' '*:file:_files' ;;
    languages) _arguments -s \
      '*--json[Print the report as one line of JSON]' \
      '*:file:_files' ;;
    config) _arguments -s \
      '*--json[Print the report as one line of JSON]' \
      '*:file:_files' ;;
    completions) _arguments -s \
      '1:word:(bash zsh fish powershell)' '*:file:_files' ;;
    help) _arguments -s \
      '1:word:(patterns replacement files guards budgets exit-codes errors rules rename scripts apply agents plan check search recover undo test read sparse edit mcp schema languages config completions help)' '*:file:_files' ;;
  esac
}
if [[ $funcstack[1] == _swath ]]; then _swath "$@"; else compdef _swath swath; fi
