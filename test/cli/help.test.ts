import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgram } from '#guildhall/cli/program.js';
import { describeCommand, listCommands } from '#guildhall/cli/reference/command-model.js';
import { EXAMPLES } from '#guildhall/cli/reference/facts.js';
import { processTerminal } from '#guildhall/cli/support/terminal.js';
import { runCommand } from '../helpers/run-command.js';

const program = describeCommand(createProgram(processTerminal(), async () => {}));

test('the help lists commands in groups', async () => {
  const { exitCode, output } = await runCommand(['--help']);
  assert.equal(exitCode, 0);
  for (const group of ['Daemon:', 'Applications:', 'Devices and voice:'])
    assert.ok(output.includes(group), group);
});

test('the help for a command is the same by --help and by guildhall help, at any depth', async () => {
  for (const path of [['start'], ['apps', 'create'], ['voice', 'settings']]) {
    const { exitCode, output } = await runCommand(['help', ...path]);
    assert.equal(exitCode, 0);
    assert.equal(output, (await runCommand([...path, '--help'])).output);
  }
  const unknown = await runCommand(['help', 'apps', 'nonsense']);
  assert.equal(unknown.exitCode, 2);
  assert.match(unknown.errors, /unknown command apps nonsense/);
});

test('the help and the version are one JSON value with --json', async () => {
  for (const args of [['--version'], ['--help'], ['help'], ['help', 'apps'], ['apps', 'create', '--help']]) {
    const text = (await runCommand(args)).output;
    for (const flags of [
      [...args, '--json'],
      ['--json', ...args],
    ]) {
      const { exitCode, output } = await runCommand(flags);
      assert.equal(exitCode, 0);
      assert.equal(JSON.parse(output), text.trimEnd());
    }
  }
});

test('a subcommand shows its own flags and those of every command, not those of its group', async () => {
  const { output } = await runCommand(['voice', 'join', '--help']);
  assert.match(output, /--force/);
  assert.match(output, /--home/);
  assert.doesNotMatch(output, /--voice-port/);
});

test('the help for apps update says what it replaces and what it keeps', async () => {
  const { output } = await runCommand(['apps', 'update', '--help']);
  const text = output.replaceAll(/\s+/g, ' ');
  assert.match(text, /--origin <O> an RPC origin, instead of all that it has/);
  assert.match(text, /--redirect <R> a redirect URI, instead of all that it has/);
  assert.match(text, /--owner <user> its new owner, by id or name/);
  assert.doesNotMatch(text, /oldest user/);
  assert.match((await runCommand(['apps', 'create', '--help'])).output, /oldest user/);
});

test('an unknown command or flag suggests a similar one', async () => {
  assert.match((await runCommand(['statsu'])).errors, /Did you mean status\?/);
  assert.match((await runCommand(['apps', 'creat'])).errors, /Did you mean create\?/);
  assert.match((await runCommand(['devices', '--wathc'])).errors, /Did you mean --watch\?/);
});

test('examples name commands and flags that exist', () => {
  const commands = new Map(listCommands(program).map((command) => [command.path.join(' '), command]));
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    assert.ok(commands.has(name), name);
    for (const { line } of examples) {
      const words = line.replace(/^.*?guildhall /, '').split(' ');
      const path = [words.slice(0, 2).join(' '), words[0] ?? ''].find((each) => commands.has(each));
      assert.ok(path !== undefined, line);
      const known = [...(commands.get(path)?.flags ?? []), ...program.flags].map((flag) => flag.name);
      for (const flag of words.filter((word) => word.startsWith('--'))) assert.ok(known.includes(flag), line);
    }
  }
});
