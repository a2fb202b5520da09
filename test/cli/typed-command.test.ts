import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgram } from '#guildhall/cli/program.js';
import { processTerminal } from '#guildhall/cli/support/terminal.js';
import { findTypedCommand } from '#guildhall/cli/support/typed-command.js';

test('the command is found before it is parsed, and is not confused with a value', () => {
  for (const [line, command] of [
    ['start --no-open', 'start'],
    ['--home /data --json start', 'start'],
    ['--home=/data start', 'start'],
    ['--home start status', 'status'],
    ['apps create --name start', 'apps'],
    ['messages send 7 start', 'messages'],
    ['--version', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(findTypedCommand(line.split(' ').filter(Boolean)), command, line);
  }
});

test('every option before the command is known to take a value or none', () => {
  const { options } = createProgram(processTerminal(), async () => {});
  for (const { long, required, optional } of options) {
    const args = required || optional ? [`${long}`, 'value', 'start'] : [`${long}`, 'start'];
    assert.equal(findTypedCommand(args), 'start', long);
  }
});
