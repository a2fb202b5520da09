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
const bot = join(root, 'examples/bot.mjs');
const say = join(root, 'examples/say.mjs');
const vendor = join(root, 'examples/vendor.mjs');

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

test(
  'the smallest client prints why its connection was closed',
  withDaemon(async (daemon) => {
    const demo = await daemon.cli<{ application: object }>('demo');
    const application = { ...demo.application, rpc_origins: ['http://localhost:1'] };
    await writeFile(join(daemon.home, 'demo.json'), JSON.stringify({ ...demo, application }), {
      mode: 0o600,
    });
    const environment = { ...process.env, RPC_PORT: String(daemon.runtime.rpc.port) };
    const { stdout } = await promisify(execFile)(process.execPath, [hello], {
      cwd: daemon.home,
      env: environment,
    });
    assert.equal(stdout.trim(), 'closed 4001 Invalid Origin');
  }),
);

test(
  'the smallest bot answers a message',
  withDaemon(async (daemon) => {
    const demo = await daemon.cli<object>('demo');
    await writeFile(join(daemon.home, 'demo.json'), JSON.stringify(demo), { mode: 0o600 });
    const client = spawn(process.execPath, [bot], { cwd: daemon.home });
    let heard = '';
    client.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    try {
      await eventually(() => heard.includes('signed in'));
      await promisify(execFile)(process.execPath, [say, '!ping'], { cwd: daemon.home });
      await eventually(() => heard.includes(': pong'));
    } finally {
      await end(client);
    }
  }),
);

test(
  'the vendor example reports a device with one request',
  withDaemon(async (daemon) => {
    const tool = await daemon.cli<{ id: string }>('apps', 'create', '--name', 'Acme Tool', '--approved');
    const environment = { ...process.env, RPC_PORT: String(daemon.runtime.rpc.port) };
    const { stdout } = await promisify(execFile)(process.execPath, [vendor, tool.id, '{CD1FD7EC}'], {
      env: environment,
    });
    assert.equal(stdout.trim(), '{"cmd":"SET_CERTIFIED_DEVICES","data":null,"evt":null,"nonce":"1"}');
  }),
);

for (const [page, example] of [
  ['README.md', hello],
  ['docs/for-games.md', hello],
  ['docs/for-bots.md', bot],
  ['docs/for-vendors.md', vendor],
] as const) {
  test(`${page} shows its program as it is`, async () => {
    const [text, source] = await Promise.all([readFile(join(root, page), 'utf8'), readFile(example, 'utf8')]);
    assert.ok(text.includes(`\`\`\`js\n${source}\`\`\``), `${example} and ${page} differ`);
  });
}
