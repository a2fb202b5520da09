import { type CommandModel, type Flag, listCommands, type ValueKind } from './command-model.js';

/**
 * Writes the completion of fish.
 *
 * @param program the model of the whole program
 */
export function fishCompletion(program: CommandModel): string {
  const all = listCommands(program);
  const withValue = all.flatMap(({ flags }) => flags).filter(({ value }) => value !== null);
  const names = [...new Set(withValue.map(({ name }) => name))];
  return `# Completion of guildhall for fish: guildhall completion fish | source
function __guildhall_at --description 'whether the words before the cursor name this command'
    set -l words (commandline -opc)
    set -l path
    set -l is_value 0
    for word in $words[2..-1]
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch $word
            case ${names.join(' ')}
                set is_value 1
            case '-*'
            case '*'
                if contains -- "$path $word" ${all
                  .slice(1)
                  .map(({ path }) => `' ${path.join(' ')}'`)
                  .join(' ')}
                    set path "$path $word"
                end
        end
    end
    test "$path" = "$argv[1]"
end
complete -c guildhall -f
${program.flags.map((flag) => completeFlag(flag, null)).join('\n')}
complete -c guildhall -l help -d 'show the help'
${all.flatMap(completeCommand).join('\n')}
`;
}

function completeCommand(command: CommandModel): string[] {
  const { path, flags, commands, positionals } = command;
  const at = condition(path);
  return [
    ...commands.map(
      (child) => `complete -c guildhall${at} -a ${child.path.at(-1)} -d '${quoted(child.description)}'`,
    ),
    ...(path.length === 0 ? [] : flags.map((flag) => completeFlag(flag, path))),
    ...positionals.flatMap(({ kind }) =>
      kind === 'text' ? [] : [`complete -c guildhall${at} ${values(kind)}`],
    ),
  ];
}

function completeFlag({ name, description, value }: Flag, path: readonly string[] | null): string {
  const at = path === null ? '' : condition(path);
  const taken = value === null ? '' : ` -r ${values(value.kind)}`.trimEnd();
  return `complete -c guildhall${at} -l ${name.replace(/^--/, '')}${taken} -d '${quoted(description)}'`;
}

function condition(path: readonly string[]): string {
  return ` -n "__guildhall_at '${path.map((word) => ` ${word}`).join('')}'"`;
}

function values(kind: ValueKind): string {
  if (kind === 'file') return '-F';
  if (kind === 'folder') return "-a '(__fish_complete_directories)'";
  return kind === 'text' ? '' : `-f -a '${kind.join(' ')}'`;
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
