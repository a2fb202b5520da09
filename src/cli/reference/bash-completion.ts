import { type CommandModel, type Flag, listCommands, type ValueKind } from './command-model.js';

/**
 * Writes the completion of bash. It needs no further package and works with bash 3.2, which macOS has.
 *
 * @param program the model of the whole program
 */
export function bashCompletion(program: CommandModel): string {
  const all = listCommands(program);
  const flags = all.flatMap((command) => command.flags);
  return `# Completion of guildhall for bash: source <(guildhall completion bash)
_guildhall() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at='' position=0 index=1 words=''
  # bash splits --flag=value into three words.
  if [[ $word == '=' ]]; then word=''; elif [[ $previous == '=' ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  while (( index < COMP_CWORD )); do
    case "\${COMP_WORDS[index]}" in
      ${namesWithValue(flags).join('|')})
        if [[ \${COMP_WORDS[index+1]} == '=' ]]; then (( index += 1 )); fi
        (( index += 1 )) ;;
      -*) ;;
      *)
        case "$at \${COMP_WORDS[index]}" in
          ${all
            .slice(1)
            .map(({ path }) => `'${pathText(path)}'`)
            .join('|')}) at="$at \${COMP_WORDS[index]}" position=0 ;;
          *) (( position += 1 )) ;;
        esac ;;
    esac
    (( index += 1 ))
  done
  case "$at:$previous" in
${all.flatMap((command) => flagCases(command, program)).join('\n')}
  esac
  if [[ $word == -* ]]; then
    case "$at" in
${all.map((command) => `      '${pathText(command.path)}') words='${flagNames(command, program)}' ;;`).join('\n')}
    esac
  else
    case "$at:$position" in
${all.flatMap(wordCases).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
_guildhall_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$2"))
}
complete -F _guildhall guildhall
`;
}

/** A leading blank before each word, as the script builds it; empty for the program. */
function pathText(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('');
}

function namesWithValue(flags: readonly Flag[]): string[] {
  return [...new Set(flags.filter(({ value }) => value !== null).map(({ name }) => name))];
}

function flagNames({ flags }: CommandModel, program: CommandModel): string {
  return [...new Set([...flags, ...program.flags].map(({ name }) => name)), '--help'].join(' ');
}

/** The cases of the values of a command's flags. */
function flagCases({ path, flags }: CommandModel, program: CommandModel): string[] {
  const own = path.length === 0 ? flags : [...flags, ...program.flags];
  return own.flatMap(({ name, value }) =>
    value === null ? [] : [`    '${pathText(path)}:${name}') ${completeValue(value.kind)}; return ;;`],
  );
}

/** The cases of what follows a command without a flag: its subcommands, and its positional values. */
function wordCases({ path, commands, positionals }: CommandModel): string[] {
  const at = pathText(path);
  const names = commands.map((command) => command.path.at(-1) ?? '');
  const subcommands = names.length === 0 ? [] : [`      '${at}:0') words='${names.join(' ')}' ;;`];
  const values = positionals.flatMap(({ kind, isRepeated }, index) =>
    kind === 'text' ? [] : [`      '${at}:'${isRepeated ? '*' : index}) ${completeValue(kind)}; return ;;`],
  );
  return [...subcommands, ...values];
}

function completeValue(kind: ValueKind): string {
  if (kind === 'file') return '_guildhall_paths -f "$word"';
  if (kind === 'folder') return '_guildhall_paths -d "$word"';
  return kind === 'text' ? 'COMPREPLY=()' : `COMPREPLY=($(compgen -W '${kind.join(' ')}' -- "$word"))`;
}
