import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hello = join(root, 'examples/hello.mjs');
const say = join(root, 'examples/say.mjs');

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

test(
  'the round of the README works: demo, first client, approval, event',
  withDaemon(async (daemon) => {
    const demo = await daemon.cli<object>('demo');
    await writeFile(join(daemon.home, 'demo.json'), JSON.stringify(demo), { mode: 0o600 });
    const environment = { ...process.env, RPC_PORT: String(daemon.runtime.rpc.port) };
    const client = spawn(process.execPath, [hello], { cwd: daemon.home, env: environment });
    let heard = '';
    client.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    try {
      const [waiting] = await eventually(async () => {
        const list = await daemon.cli<{ id: string }[]>('consent', 'list');
        return list.length > 0 && list;
      });
      await daemon.cli('consent', 'approve', waiting?.id ?? '');
      await eventually(() => heard.includes('SUBSCRIBE'));
      await promisify(execFile)(process.execPath, [say, 'Hello from a test'], { cwd: daemon.home });
      await eventually(() => heard.includes('Hello from a test'));
      assert.match(heard, /^MESSAGE_CREATE /m);
    } finally {
      await end(client);
    }
  }),
);

test('the README shows the first client as it is', async () => {
  const [readme, source] = await Promise.all([
    readFile(join(root, 'README.md'), 'utf8'),
    readFile(hello, 'utf8'),
  ]);
  assert.ok(readme.includes(`\`\`\`js\n${source}\`\`\``), 'examples/hello.mjs and README.md differ');
});
