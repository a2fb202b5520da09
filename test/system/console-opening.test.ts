import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ControlClient } from '#guildhall/control/control-client.js';
import { listConsents } from '#guildhall/control/operations/consent.js';
import { findSessionBus } from '#guildhall/platform/dbus/find-session-bus.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { CHROMIUM, CHROMIUM_FLAGS, noChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux } from '../helpers/only-on.js';
import { watchArguments } from '../helpers/process-arguments.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, registerGame } from '../helpers/service.js';
import { NotificationService } from '../platform/support/notification-service.js';
import { noSessionBus, withSessionBus } from '../platform/support/session-bus.js';

interface Desktop {
  readonly daemon: TestDaemon;
  readonly folder: string;
  /** what the opener was started with, one line a time */
  opened(): Promise<string[]>;
  /** sends AUTHORIZE for an application of its own */
  authorize(): Promise<RawRpcClient>;
}

/** Runs a test on a machine with a display, whose `xdg-open` records its arguments and then runs `script`. */
function onDesktop(
  script: string,
  run: (desktop: Desktop) => Promise<void>,
  bus = 'unix:path=/nonexistent',
): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-desktop-'));
    const xdgOpen = join(folder, 'xdg-open');
    const record = join(folder, 'opened');
    const pid = join(folder, 'browser.pid');
    await writeFile(
      xdgOpen,
      `#!/bin/sh\nprintf '%s\\n' "$*" >> ${record}\n${script.replaceAll('FOLDER', folder)}\n`,
    );
    await chmod(xdgOpen, 0o755);
    const environment = {
      PATH: `${folder}:${process.env.PATH}`,
      DISPLAY: ':987',
      WAYLAND_DISPLAY: '',
      DBUS_SESSION_BUS_ADDRESS: bus,
    };
    const daemon = await TestDaemon.start({ opensBrowser: true, environment });
    try {
      await run({
        daemon,
        folder,
        // The shell creates the file before it writes a line.
        opened: async () =>
          existsSync(record)
            ? (await readFile(record, 'utf8')).split('\n').filter((line) => line !== '')
            : [],
        authorize: async () => {
          const game = await registerGame(daemon);
          const { port } = daemon.runtime.rpc;
          const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
          client.send({ cmd: 'AUTHORIZE', args: { client_id: game.id, scopes: ['rpc'] }, nonce: 'a' });
          return client;
        },
      });
    } finally {
      await daemon.stop();
      if (existsSync(pid)) process.kill(Number(await readFile(pid, 'utf8')), 'SIGKILL');
      // A browser that was killed has children that write for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  };
}

test(
  'no process has a one-time code in its arguments while the console is opened',
  { skip: onlyLinux('arguments are read from /proc') },
  onDesktop('until [ -e FOLDER/seen ]; do sleep 0.1; done', async ({ daemon, folder, opened, authorize }) => {
    let address = '';
    let code = '';
    const lines = await watchArguments(async (look) => {
      await authorize();
      address = await eventually(async () => (await opened())[0]);
      const page = await readFile(fileURLToPath(address), 'utf8');
      code = /#code=([\w-]{43})"/.exec(page)?.[1] ?? '';
      assert.equal(code.length, 43, page);
      await look();
      await writeFile(join(folder, 'seen'), '');
    });
    assert.ok(!address.includes(code));
    assert.ok(
      lines.some((line) => line.includes(address)),
      'the opener was not seen, so neither would the code be',
    );
    assert.deepEqual(
      lines.filter((line) => line.includes(code) || line.includes('#code=')),
      [],
    );
    assert.ok(!daemon.stdout.includes(code), 'the code is in the log');
    await daemon.end('SIGTERM');
    assert.ok(!existsSync(fileURLToPath(address)), 'the file outlived the daemon');
  }),
);

test(
  'a browser that is started with the file reaches a signed-in console, and no argument of it has the code',
  { skip: noChromium },
  onDesktop(
    `echo $$ > FOLDER/browser.pid; exec ${CHROMIUM} --headless ${CHROMIUM_FLAGS.join(' ')} --user-data-dir=FOLDER/profile --remote-debugging-port=0 "$1"`,
    async ({ folder, authorize }) => {
      const lines = await watchArguments(async () => {
        const client = await authorize();
        const portFile = join(folder, 'profile', 'DevToolsActivePort');
        const [port] = (await eventually(() => existsSync(portFile) && readFile(portFile, 'utf8'))).split(
          '\n',
        );
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
        try {
          const page = await eventually(() => browser.contexts()[0]?.pages()[0]);
          await page.getByRole('dialog').getByText('Game', { exact: true }).waitFor();
          assert.ok(!page.url().includes('code'), page.url());
        } finally {
          await browser.close();
          await client.close();
        }
      });
      assert.ok(
        lines.some((line) => line.includes('--remote-debugging-port')),
        'the browser was not seen',
      );
      assert.deepEqual(
        lines.filter((line) => line.includes('#code=')),
        [],
      );
    },
  ),
);

test(
  'AUTHORIZE and disconnect in a loop opens one window',
  onDesktop('', async ({ daemon, opened }) => {
    const game = await registerGame(daemon);
    const control = new ControlClient(homeFiles(daemon.home));
    const { port } = daemon.runtime.rpc;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const client = await RawRpcClient.connect({ port, clientId: game.id, origin: GAME_ORIGIN });
      client.send({ cmd: 'AUTHORIZE', args: { client_id: game.id, scopes: ['rpc'] }, nonce: 'a' });
      // It waits for the person, or was refused.
      await eventually(
        async () => client.frames.length > 0 || (await control.call(listConsents, {}, {})).length > 0,
      );
      await client.close();
    }
    await eventually(async () => (await opened()).length > 0);
    // The daemon has handled everything sent before this reply.
    await daemon.cli('status');
    assert.equal((await opened()).length, 1);
  }),
);

test(
  'an opener that fails is named in the log with what to do',
  onDesktop('exit 3', async ({ daemon, authorize }) => {
    const client = await authorize();
    await eventually(() => daemon.stdout.includes('xdg-open failed with exit code 3'));
    assert.match(daemon.stdout, /open the console with: guildhall console/);
    await client.close();
  }),
);

test(
  '`guildhall console` prints the address and opens a file that leads to it',
  onDesktop('', async ({ daemon, opened }) => {
    const { stdout } = await daemon.run('console');
    assert.match(stdout, /^http:\/\/(?:127\.0\.0\.1|guildhall-\w+\.localhost):\d+\/#code=[\w-]{43}\n$/);
    const [address = ''] = await eventually(async () => (await opened()).length > 0 && opened());
    const page = await readFile(fileURLToPath(address), 'utf8');
    assert.ok(page.includes(stdout.trim()));
    await daemon.run('console', '--no-open');
    assert.equal((await opened()).length, 1);
  }),
);

test(
  'a waiting request shows a desktop notification until it is settled',
  { skip: noSessionBus },
  withSessionBus(async (address) => {
    const socketPath = findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address }) ?? '';
    const service = await NotificationService.start(socketPath, []);
    const notified = onDesktop(
      '',
      async ({ authorize }) => {
        const client = await authorize();
        await eventually(() => service.shown.size === 1);
        assert.deepEqual(
          [...service.shown.values()].map(({ title }) => title),
          ['Game asks for access'],
        );
        await client.close();
        await eventually(() => service.shown.size === 0);
      },
      address,
    );
    await notified();
    service.stop();
  }),
);
