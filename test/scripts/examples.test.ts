import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { realTest } from '../hardware/support/programs.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hello = join(root, 'examples/hello.mjs');
const libraryClient = join(root, 'examples/client.mjs');
const bot = join(root, 'examples/bot.mjs');
const say = join(root, 'examples/say.mjs');
const vendor = join(root, 'examples/vendor.mjs');

/**
 * Writes the demo to where the examples read it.
 *
 * @param application fields of the demo's application that are replaced
 */
async function writeDemo(daemon: TestDaemon, application: object = {}): Promise<void> {
  const demo = await daemon.cli<{ application: object }>('demo');
  const written = { ...demo, application: { ...demo.application, ...application } };
  await writeFile(join(daemon.home, 'demo.json'), JSON.stringify(written), { mode: 0o600 });
}

/** Runs an example in the home of the daemon until it ends. */
function runExample(
  daemon: TestDaemon,
  args: readonly string[],
  rpcPort = daemon.runtime.rpc.port,
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, args, {
    cwd: daemon.home,
    env: { ...process.env, RPC_PORT: String(rpcPort) },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

test(
  'the README walkthrough works: demo, first client, approval, event',
  withDaemon(async (daemon) => {
    await writeDemo(daemon);
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
      await runExample(daemon, [say, 'Hello from a test']);
      await eventually(() => heard.includes('Hello from a test'));
      assert.match(heard, /^MESSAGE_CREATE /m);
    } finally {
      await end(client);
    }
  }),
);

for (const [program, ...args] of [
  [process.execPath, hello],
  [process.execPath, libraryClient],
  [process.execPath, bot],
  [process.execPath, say],
  [process.execPath, join(root, 'examples/overlay/server.mjs')],
] as [string, ...string[]][]) {
  test(`${basename(args.at(-1) ?? '')} without the demo prints how to create it`, () =>
    withTemporaryFolder(async (folder) => {
      const stderr = 'There is no demo.json. Make it with: guildhall demo --json > demo.json\n';
      await assert.rejects(promisify(execFile)(program, args, { cwd: folder }), { code: 1, stderr });
    }));
}

/** What examples print where no daemon runs. */
const NO_DAEMON: readonly (readonly [string, ...string[]])[] = [
  ['client.mjs', 'no RPC server on port 1; start it with: guildhall start'],
  ['presence.mjs', 'no RPC server on any socket of IPC; start it with: guildhall start'],
  ...['say.mjs', 'bot.mjs'].map(
    (name) =>
      [
        name,
        'No service answers at http://127.0.0.1:1/api. Start it with: guildhall start',
        'If it has another port now, make demo.json again.',
      ] as const,
  ),
];

/** Writes a demo whose service does not answer. @param origin that its application has registered */
async function writeDeadDemo(folder: string, origin = 'http://localhost:3000'): Promise<void> {
  const application = { id: '1', bot: { token: 'a.b.c' }, rpc_origins: [origin] };
  // Nothing listens on port 1.
  const demo = { application, api_url: 'http://127.0.0.1:1/api', message: { channel_id: '2' } };
  await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
}

for (const [name, ...lines] of NO_DAEMON) {
  test(`${name} prints the next step if no daemon answers`, () =>
    withTemporaryFolder(async (folder) => {
      await writeDeadDemo(folder);
      const env = { ...process.env, RPC_PORT: '1', XDG_RUNTIME_DIR: folder };
      const run = promisify(execFile)(process.execPath, [join(root, 'examples', name)], { cwd: folder, env });
      await assert.rejects(run, { code: 1, stderr: `${lines.join('\n')}\n` });
    }));
}

realTest(['java'], 'Hello.java prints the next step if no daemon answers', () =>
  withTemporaryFolder(async (folder) => {
    await writeDeadDemo(folder);
    const env = { ...process.env, RPC_PORT: '1' };
    const run = promisify(execFile)('java', [join(root, 'examples/Hello.java')], { cwd: folder, env });
    await assert.rejects(run, {
      code: 1,
      stderr: 'There is no RPC server; start it with: guildhall start\n',
    });
  }),
);

test('the server of the overlay says that its port is taken', () =>
  withTemporaryFolder(async (folder) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    await writeDeadDemo(folder, origin);
    const script = join(root, 'examples/overlay/server.mjs');
    try {
      await assert.rejects(promisify(execFile)(process.execPath, [script], { cwd: folder }), {
        code: 1,
        stderr: `Another program has the port of ${origin}, which the application has registered; end it\n`,
      });
    } finally {
      server.close();
    }
  }));

test('the vendor example without arguments prints its usage', () =>
  assert.rejects(promisify(execFile)(process.execPath, [vendor]), {
    code: 2,
    stderr: 'Usage: node examples/vendor.mjs CLIENT_ID DEVICE_ID\n',
  }));

test(
  'the vendor example exits with 1 if its client id is wrong',
  withDaemon((daemon) =>
    assert.rejects(runExample(daemon, [vendor, '123', '{CD1FD7EC}']), {
      code: 1,
      stdout: '{"code":4000,"message":"Invalid Client ID"}\n',
    }),
  ),
);

test(
  'the smallest client prints why its connection was closed',
  withDaemon(async (daemon) => {
    await writeDemo(daemon, { rpc_origins: ['http://localhost:1'] });
    const { stdout } = await runExample(daemon, [hello]);
    assert.match(stdout, /^closed 4001 Invalid Origin\nIf the demo was removed, make it again with: .*\n$/);
  }),
);

test(
  'examples say that the demo is gone',
  withDaemon(async (daemon) => {
    await writeDemo(daemon);
    await daemon.cli('demo', '--remove');
    const gone = 'The demo is gone. Make it again with: guildhall demo --json > demo.json\n';
    await assert.rejects(runExample(daemon, [say]), { code: 1, stdout: '', stderr: gone });
    const { stdout } = await runExample(daemon, [hello]);
    assert.match(stdout, /^closed 4\d+ .*\nIf the demo was removed, make it again with: .*\n$/);
  }),
);

test(
  'the smallest client reports a missing daemon without a stack trace',
  withDaemon(async (daemon) => {
    await writeDemo(daemon);
    // Nothing listens on port 1.
    const { stdout, stderr } = await runExample(daemon, [hello], 1);
    assert.equal(stderr, '');
    assert.equal(stdout, 'No RPC server answers. Start it with: guildhall start\n');
  }),
);

test(
  'the smallest bot answers a message',
  withDaemon(async (daemon) => {
    await writeDemo(daemon);
    const client = spawn(process.execPath, [bot], { cwd: daemon.home });
    let heard = '';
    client.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    try {
      await eventually(() => heard.includes('signed in'));
      await runExample(daemon, [say, '!ping']);
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
    const { stderr, stdout } = await runExample(daemon, [vendor, tool.id, '{CD1FD7EC}']);
    assert.equal(stderr, `port ${daemon.runtime.rpc.port} answers\n`);
    assert.equal(stdout.trim(), '{"cmd":"SET_CERTIFIED_DEVICES","data":null,"evt":null,"nonce":"1"}');
  }),
);

for (const [page, example] of [
  ['docs/for-games.md', hello],
  ['docs/for-games.md', libraryClient],
  ['docs/for-bots.md', bot],
  ['docs/for-vendors.md', vendor],
] as const) {
  test(`${page} contains the current source of its program`, async () => {
    const [text, source] = await Promise.all([readFile(join(root, page), 'utf8'), readFile(example, 'utf8')]);
    assert.ok(text.includes(`\`\`\`js\n${source}\`\`\``), `${example} and ${page} differ`);
  });
}

test('the vendor example prints the next step if no daemon answers', async () => {
  const run = promisify(execFile)(process.execPath, [vendor, '1', 'mic'], {
    env: { ...process.env, RPC_PORT: '1' },
  });
  await assert.rejects(run, { code: 1, stderr: 'No daemon answers. Start it with: guildhall start\n' });
});
