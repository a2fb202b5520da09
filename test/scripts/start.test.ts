import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../helpers/eventually.js';

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}.mjs`, import.meta.url));

test('npm start on what is set up builds nothing, passes its flags on and ends in order by a signal', async () => {
  await promisify(execFile)(process.execPath, [script('setup')]);
  const home = await mkdtemp(join(tmpdir(), 'guildhall-start-'));
  const ports = ['--rpc-ports', '24000-24999', '--api-port', '0', '--console-port', '0'];
  const child = spawn(process.execPath, [script('start'), '--home', home, '--no-open', ...ports]);
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    await eventually(() => output.includes('Guildhall is serving') || child.exitCode !== null);
    assert.match(output, /RPC ws:\/\/127\.0\.0\.1:24\d{3}/);
    assert.doesNotMatch(output, /compiling|bundling|installing/);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  } finally {
    child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
  }
});
