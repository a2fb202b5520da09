import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createProgram } from '#guildhall/cli/program.js';
import { type CommandModel, describeCommand } from '#guildhall/cli/reference/command-model.js';
import { processTerminal } from '#guildhall/cli/support/terminal.js';

const ROOT = new URL('../../', import.meta.url);
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** A word that a reader replaces, or that stands for what may follow. */
const PLACEHOLDER = /^(?:[A-Z]+$|[<[…])/;
/** Flags that every command has. */
const COMMON_FLAGS = ['--help', '--version', '--home', '--json'];

const program = describeCommand(createProgram(processTerminal(), async () => {}));
const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands within sentences of a page that begin with a word. */
function readCommands(page: string, program: string): string[] {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const pattern = new RegExp(`\`(?:sudo )?${program}\\s([^\`]+)\``, 'g');
  return [...text.matchAll(pattern)].map(([, rest]) => (rest ?? '').replaceAll(/\s+/g, ' '));
}

/** What is wrong with the words after `guildhall`; null if there is such a command with such flags. */
function findFault(words: readonly string[]): string | null {
  let command: CommandModel = program;
  for (const word of words) {
    if (word.startsWith('-') || PLACEHOLDER.test(word)) break;
    const next = command.commands.find(({ path }) => path.at(-1) === word);
    if (next !== undefined) command = next;
    else if (command.positionals.length > 0) break;
    else return `there is no command ${word}`;
  }
  const flags = [...COMMON_FLAGS, ...command.flags.map(({ name }) => name)];
  const unknown = words.filter((word) => word.startsWith('--')).find((flag) => !flags.includes(flag));
  return unknown === undefined ? null : `it has no flag ${unknown}`;
}

test('guildhall commands and flags in running text exist', () => {
  const found = PAGES.flatMap((page) => readCommands(page, 'guildhall').map((rest) => ({ page, rest })));
  assert.ok(found.length > 100);
  const faults = found
    .map(({ page, rest }) => ({ page, rest, fault: findFault(rest.split(' ')) }))
    .filter(({ fault }) => fault !== null);
  assert.deepEqual(faults, []);
});

test('npm scripts in running text exist', () => {
  const missing = PAGES.flatMap((page) =>
    readCommands(page, 'npm run').filter((rest) => !(String(rest.split(' ')[0]) in scripts)),
  );
  assert.deepEqual(missing, []);
});

test('the check reports unknown commands and flags', () => {
  assert.equal(findFault(['apps', 'creat']), 'there is no command creat');
  assert.equal(findFault(['apps', 'create', '--nam', 'X']), 'it has no flag --nam');
  assert.equal(findFault(['apps', 'testers', 'ID', '--add', 'USER']), null);
});
