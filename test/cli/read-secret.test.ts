import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { readSecret } from '#guildhall/cli/support/read-secret.js';
import type { Terminal } from '#guildhall/cli/support/terminal.js';
import { UsageError, UserError } from '#guildhall/platform/errors.js';

/** A terminal with a person at it, or a pipe. */
function openTerminal(isTTY: boolean) {
  const shown = { output: '', errors: '' };
  const rawModes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (raw: boolean) => rawModes.push(raw) });
  const terminal: Terminal = {
    write: (text) => {
      shown.output += text;
    },
    writeError: (text) => {
      shown.errors += text;
    },
    environment: {},
    input,
    isInteractive: false,
    interrupted: new AbortController().signal,
  };
  return { input, rawModes, shown, terminal };
}

/** Node.js edits no line, and Backspace is a character, where TERM is `dumb`. */
const former = process.env.TERM;
before(() => {
  process.env.TERM = 'xterm';
});
after(() => {
  if (former === undefined) delete process.env.TERM;
  else process.env.TERM = former;
});

test('the prompt is on standard error without echo', async () => {
  const { input, rawModes, shown, terminal } = openTerminal(true);
  const secret = readSecret(terminal, 'Token');
  input.write('s3cret-tokenX\u007f\r');
  assert.equal(await secret, 's3cret-token');
  assert.deepEqual(shown, { output: '', errors: 'Token: \n' });
  assert.deepEqual(rawModes, [true, false], 'the terminal echoes');
});

for (const [name, key] of [
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
] as const) {
  test(`${name} at the prompt cancels`, async () => {
    const { input, terminal } = openTerminal(true);
    const secret = readSecret(terminal, 'Token');
    input.write(key);
    await assert.rejects(secret, UserError);
  });
}

test('a pipe is read to its end without a prompt', async () => {
  const { input, shown, terminal } = openTerminal(false);
  const secret = readSecret(terminal, 'Token');
  input.write('s3cret');
  input.end('-token\n');
  assert.equal(await secret, 's3cret-token');
  assert.deepEqual(shown, { output: '', errors: '' });
});

test('an empty pipe is wrong usage, and an endless one is refused', async () => {
  const empty = openTerminal(false);
  empty.input.end('\n');
  await assert.rejects(readSecret(empty.terminal, 'Token'), UsageError);
  const endless = openTerminal(false);
  endless.input.write('x'.repeat(5_000));
  await assert.rejects(readSecret(endless.terminal, 'Token'), /longer than 4096/);
});
