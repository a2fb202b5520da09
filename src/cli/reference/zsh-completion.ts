import {
  type CommandModel,
  type Flag,
  listCommands,
  type Positional,
  type ValueKind,
} from './command-model.js';

/**
 * Writes the completion of zsh: a function for each command. It can be sourced, or installed as `_guildhall` in a
 * folder of `fpath`.
 *
 * @param program the model of the whole program
 */
export function zshCompletion(program: CommandModel): string {
  return `#compdef guildhall
# Completion of guildhall for zsh: source <(guildhall completion zsh)
${listCommands(program)
  .map((command) => completionFunction(command, program))
  .join('\n')}
if [ "$funcstack[1]" = "_guildhall" ]; then
  _guildhall "$@"
else
  compdef _guildhall guildhall
fi
`;
}

function completionFunction(command: CommandModel, program: CommandModel): string {
  const flags = command === program ? command.flags : [...command.flags, ...program.flags];
  const specs = [...flags.map(flagSpec), `'--help[${quoted('show the help')}]'`];
  if (command.commands.length === 0) {
    const values = command.positionals.map(positionalSpec);
    return `${functionName(command.path)}() {\n${argumentsCall('_arguments', [...specs, ...values])}\n}`;
  }
  return `${functionName(command.path)}() {
  local curcontext="$curcontext" state line
${argumentsCall('_arguments -C', [...specs, "'1: :->command'", "'*:: :->rest'"])}
  case $state in
    command)
      local -a commands
      commands=(
${command.commands.map((child) => `        '${nameOf(child)}:${quoted(child.description)}'`).join('\n')}
      )
      _describe command commands ;;
    rest)
      case $line[1] in
${command.commands.map((child) => `        ${nameOf(child)}) ${functionName(child.path)} ;;`).join('\n')}
      esac ;;
  esac
}`;
}

function argumentsCall(call: string, specs: readonly string[]): string {
  return `  ${[call, ...specs].join(' \\\n    ')}`;
}

function flagSpec({ name, description, value }: Flag): string {
  const text = `[${quoted(description)}]`;
  return value === null
    ? `'${name}${text}'`
    : `'*${name}=${text}:${quoted(value.name)}:${completer(value.kind)}'`;
}

function positionalSpec({ name, kind, isRequired, isRepeated }: Positional, index: number): string {
  const place = isRepeated ? '*' : String(index + 1);
  const optional = isRequired || isRepeated ? '' : ':';
  return `'${place}:${optional}${quoted(name)}:${completer(kind)}'`;
}

function completer(kind: ValueKind): string {
  if (kind === 'file') return '_files';
  if (kind === 'folder') return '_files -/';
  return kind === 'text' ? ' ' : `(${kind.join(' ')})`;
}

function functionName(path: readonly string[]): string {
  return ['_guildhall', ...path].join('_').replaceAll('-', '_');
}

function nameOf({ path }: CommandModel): string {
  return path.at(-1) ?? '';
}

/** Text between single quotes in a specification of `_arguments`, where colons and brackets have a meaning. */
function quoted(text: string): string {
  return text.replace(/[\\:[\]]/g, '\\$&').replaceAll("'", "'\\''");
}
