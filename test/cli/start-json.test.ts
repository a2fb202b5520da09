import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askToEnd } from '../helpers/ask-to-end.js';
import { eventually } from '../helpers/eventually.js';
import { portFlags } from '../helpers/free-port.js';
import { endProcess } from '../helpers/other-user.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** Runs a command that serves until it has printed a line, then ends it. @returns all that it printed */
async function serve(home: string, args: readonly string[], whileServing: () => Promise<void>) {
  const child = spawn(process.execPath, [MAIN, ...args, '--home', home, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => {
    printed.output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.errors += chunk;
  });
  try {
    await eventually(() => printed.output.includes('\n'), { share: 6, describe: () => printed.errors });
    await whileServing();
    const closed = once(child, 'close');
    await askToEnd(child, home);
    assert.deepEqual(await closed, [0, null], printed.errors);
    return printed;
  } finally {
    await endProcess(child);
  }
}

test('start --json prints the addresses as one JSON value, and the log on standard error', () =>
  withTemporaryFolder(async (home) => {
    const ports = await portFlags();
    let runtime = '';
    const { output, errors } = await serve(home, ['start', '--no-open', ...ports], async () => {
      runtime = await readFile(join(home, 'runtime.json'), 'utf8');
    });
    assert.deepEqual(JSON.parse(output), JSON.parse(runtime));
    const messages = errors.trim().split('\n');
    assert.ok(messages.some((line) => (JSON.parse(line) as { msg: string }).msg === 'shutting down'));
  }));

test('api --json prints its address as one JSON value', () =>
  withTemporaryFolder(async (home) => {
    const { output } = await serve(home, ['api', '--api-port', '0', '--voice-port', 'off'], async () => {});
    const { api } = JSON.parse(output) as { api: { url: string } };
    assert.match(api.url, /^http:\/\/127\.0\.0\.1:\d+\/api$/);
  }));
