import { table } from './table.mjs';

/**
 * The reference of the command line (docs/cli.md).
 *
 * @param {{ program, commands, usageOf, flagText, examples, exitCodes, variables, files }} declared
 */
export function cliReference({ program, commands, usageOf, flagText, examples, ...facts }) {
  const flagTable = (flags) =>
    table(
      ['Flag', 'Does'],
      flags.map((flag) => [`\`${flagText(flag)}\``, escaped(flag.description)]),
    );
  const section = (command) => [
    `### guildhall ${command.path.join(' ')}`,
    `\`guildhall ${usageOf(command)}\``,
    sentence(command.description),
    ...(command.flags.length === 0 ? [] : [flagTable(command.flags)]),
    ...(examples[command.path.join(' ')] ?? []).map(({ line, does }) => `\`${line}\`: ${does}`),
  ];
  const groups = [...new Set(program.commands.map(({ group }) => group))];
  const sections = groups.flatMap((group) => {
    const own = program.commands.filter((one) => one.group === group).map(({ path }) => path[0]);
    return [`## ${group}`, ...commands.filter(({ path }) => own.includes(path[0])).flatMap(section)];
  });
  return {
    global: flagTable(program.flags),
    commands: sections.join('\n\n'),
    exits: table(['Code', 'Means'], Object.entries(facts.exitCodes)),
    variables: table(['Variable', 'Means'], codeRows(facts.variables)),
    files: table(['File', 'Has'], codeRows(facts.files)),
  };
}

function codeRows(facts) {
  return Object.entries(facts).map(([name, meaning]) => [`\`${name}\``, meaning]);
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${escaped(text.slice(1))}.`;
}

/** Placeholders are not HTML. */
function escaped(text) {
  return text.replaceAll('<', '&lt;');
}
