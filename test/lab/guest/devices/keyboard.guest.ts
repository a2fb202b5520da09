import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { driverPids, openFiles } from '../../../hardware/support/processes.js';
import { connectCapturingGame } from '../../../helpers/authenticated.js';
import type { TestDaemon } from '../../../helpers/daemon.js';
import { eventually } from '../../../helpers/eventually.js';
import type { Frame, RawRpcClient } from '../../../helpers/rpc-client.js';
import { type DeviceMaker, type PluggedDevice, withDevices } from './device-maker.js';
import { labDaemon } from './lab-daemon.js';

/** Codes of linux/input-event-codes.h. */
const [CTRL, SHIFT, A, B, F5] = [29, 42, 30, 48, 63];
const [LEFT, RIGHT] = [0x110, 0x111];
const REL_X = 0;

/** More events than the kernel keeps for a reader that does not read. */
const TOO_MANY = 60;
const MANY_MOVES = 200;
const SETTLE_MS = 300;
const INOTIFY_LIMIT = '/proc/sys/fs/inotify/max_user_instances';
const NOBODY = 65534;
const STAND_IN = fileURLToPath(new URL('../../../hardware/support/daemon-stand-in.js', import.meta.url));

interface ShortcutKey {
  type: number;
  code: number;
  name: string;
}

const isChange = (frame: Frame) => frame.evt === 'CAPTURE_SHORTCUT_CHANGE';

/** A game that captures keys of this machine, which has no display. */
class Capture {
  private constructor(
    readonly client: RawRpcClient,
    readonly daemon: TestDaemon,
  ) {}

  static async start(daemon: TestDaemon, client: RawRpcClient): Promise<Capture> {
    const capture = new Capture(client, daemon);
    assert.deepEqual(capture.openNodes(), [], 'devices are open outside a capture');
    client.frames.splice(0);
    client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    await eventually(() => capture.openNodes().length > 0);
    return capture;
  }

  get driver(): number {
    const [pid] = driverPids('keyboard-mouse', this.daemon.runtime.pid);
    return pid ?? assert.fail('the driver has no process');
  }

  openNodes(): string[] {
    const pids = driverPids('keyboard-mouse', this.daemon.runtime.pid);
    return pids.flatMap((pid) => openFiles(pid, '/dev/input'));
  }

  /** Names of the next combination told. */
  async change(): Promise<string> {
    const { shortcut } = (await this.client.next(isChange)).data as unknown as { shortcut: ShortcutKey[] };
    return shortcut.map(({ name }) => name).join('+');
  }

  /** What START is answered with. */
  async shortcut(): Promise<unknown> {
    return (await this.client.next(({ nonce }) => nonce === 'start')).data?.shortcut;
  }

  async stop(): Promise<void> {
    assert.equal((await this.client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
    assert.deepEqual(this.openNodes(), [], 'devices are open outside a capture');
  }
}

/** Plugs a device in and waits until a capture receives its keys. */
async function plugHeard(
  capture: Capture,
  maker: DeviceMaker,
  kind: 'keyboard' | 'mouse',
): Promise<PluggedDevice> {
  const before = capture.openNodes().length;
  const device = await maker.plug(kind, `Lab ${kind}`);
  await eventually(() => capture.openNodes().length > before);
  // Once open it is asked what it holds: a key that is down at that very moment counts as held before.
  await sleep(SETTLE_MS);
  return device;
}

/**
 * Captures until something is heard. Emulated, a driver takes long to start, and one that takes too long is started
 * again: what is pressed meanwhile is lost. From then on it is up, as long as captures follow each other closely.
 */
async function untilHeard(client: RawRpcClient, maker: DeviceMaker): Promise<void> {
  const keyboard = await maker.plug('keyboard', 'Lab keyboard');
  client.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'first' });
  await eventually(async () => {
    for (const isPressed of [true, false]) await keyboard.key(A, isPressed);
    return client.frames.some(isChange);
  });
  assert.equal((await client.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
  await keyboard.unplug();
}

/** How often a process has waited for something that then came. */
function wakeUps(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/status`);
  const counts = threads.map((path) => /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(path, 'utf8')));
  return counts.reduce((sum, found) => sum + Number(found?.[1]), 0);
}

test(
  'keys on a machine without a display',
  withDevices(async (maker, context) => {
    const daemon = await labDaemon();
    const client = await connectCapturingGame(daemon);
    await untilHeard(client, maker);
    const withCapture = (title: string, run: (capture: Capture) => Promise<void>): Promise<void> =>
      context.test(title, async () => {
        const capture = await Capture.start(daemon, client);
        try {
          await run(capture);
        } finally {
          await capture.stop();
        }
      });

    await withCapture('arrive at a game from a keyboard, and buttons from a mouse', async (capture) => {
      const keyboard = await plugHeard(capture, maker, 'keyboard');
      for (const code of [CTRL, SHIFT, F5]) await keyboard.key(code, true);
      for (const code of [F5, SHIFT, CTRL]) await keyboard.key(code, false);
      assert.deepEqual(await capture.shortcut(), [
        { type: 2, code: 0xe0, name: 'ctrl' },
        { type: 2, code: 0xe1, name: 'shift' },
        { type: 0, code: 0x3e, name: 'f5' },
      ]);
      const told = [await capture.change(), await capture.change(), await capture.change()];
      assert.deepEqual(told, ['ctrl', 'ctrl+shift', 'ctrl+shift+f5']);
      const mouse = await plugHeard(capture, maker, 'mouse');
      await mouse.key(LEFT, true);
      await mouse.move(REL_X, 5);
      await mouse.key(RIGHT, true);
      assert.deepEqual((await client.next(isChange)).data, {
        shortcut: [{ type: 1, code: 1, name: 'mouse left' }],
      });
      assert.equal(await capture.change(), 'mouse left+mouse right');
      await Promise.all([keyboard.unplug(), mouse.unplug()]);
    });

    await withCapture('are let go of by unplugging, and heard when it is plugged again', async (capture) => {
      const keyboard = await plugHeard(capture, maker, 'keyboard');
      const mouse = await plugHeard(capture, maker, 'mouse');
      await keyboard.key(CTRL, true);
      assert.equal(await capture.change(), 'ctrl');
      await keyboard.unplug();
      assert.deepEqual(await capture.shortcut(), [{ type: 2, code: 0xe0, name: 'ctrl' }]);
      await mouse.key(LEFT, true);
      assert.equal(await capture.change(), 'mouse left');
      const again = await plugHeard(capture, maker, 'keyboard');
      await again.key(A, true);
      assert.equal(await capture.change(), 'mouse left+a');
      await Promise.all([again.unplug(), mouse.unplug()]);
    });

    await withCapture('are down once when two keyboards hold them', async (capture) => {
      const one = await plugHeard(capture, maker, 'keyboard');
      const other = await plugHeard(capture, maker, 'keyboard');
      await one.key(A, true);
      assert.equal(await capture.change(), 'a');
      await other.key(A, true);
      await one.key(A, false);
      await one.key(B, true);
      assert.equal(await capture.change(), 'a+b');
      await other.key(A, false);
      await one.key(F5, true);
      assert.equal(await capture.change(), 'b+f5');
      await Promise.all([one.unplug(), other.unplug()]);
    });

    await withCapture(
      'that changed while the kernel dropped events are heard afterwards',
      async (capture) => {
        const keyboard = await plugHeard(capture, maker, 'keyboard');
        await keyboard.key(A, true);
        assert.equal(await capture.change(), 'a');
        process.kill(capture.driver, 'SIGSTOP');
        try {
          await keyboard.key(A, false);
          for (let round = 0; round < TOO_MANY; round += 1) await keyboard.key(B, round % 2 === 0);
          await keyboard.key(F5, true);
        } finally {
          process.kill(capture.driver, 'SIGCONT');
        }
        assert.equal(await capture.change(), 'f5');
        assert.deepEqual(await capture.shortcut(), [{ type: 0, code: 0x04, name: 'a' }]);
        await keyboard.unplug();
      },
    );

    await withCapture('are heard without a wake-up for every movement of a mouse', async (capture) => {
      const mouse = await plugHeard(capture, maker, 'mouse');
      const before = wakeUps(capture.driver);
      for (let moves = 0; moves < MANY_MOVES; moves += 1) await mouse.move(REL_X, 1);
      await mouse.key(LEFT, true);
      assert.equal(await capture.change(), 'mouse left');
      assert.ok(wakeUps(capture.driver) - before < MANY_MOVES / 2, `${wakeUps(capture.driver) - before}`);
      await mouse.unplug();
    });

    // The driver's own watch of the folder fails then; the daemon has its watches already.
    writeFileSync(INOTIFY_LIMIT, '0');
    await withCapture('are captured from a device that only udev reports', async (capture) => {
      const keyboard = await plugHeard(capture, maker, 'keyboard');
      await keyboard.key(A, true);
      assert.equal(await capture.change(), 'a');
      await keyboard.unplug();
    });
    writeFileSync(INOTIFY_LIMIT, '128');

    await client.close();
    assert.equal(daemon.stderr, '');
  }),
);

/** Captures as somebody who is not root. @returns `capturing`, or why not */
async function captureAsNobody(groups: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-nobody-'));
  chownSync(folder, NOBODY, NOBODY);
  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, groups];
  const program = spawn('setpriv', [...identity, process.execPath, STAND_IN, folder, 'capture']);
  let said = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const exited = once(program, 'exit');
  // What it said last may arrive after its exit.
  await eventually(() => said.includes('capturing') || (program.exitCode !== null && said !== ''));
  program.kill('SIGKILL');
  await exited;
  return said;
}

test(
  'keys are captured only by users in the group input; others get the reason',
  withDevices(async (maker) => {
    await maker.plug('keyboard', 'Lab keyboard');
    assert.match(
      await captureAsNobody('--clear-groups'),
      /DriverUnavailableError.*no permission to read the keyboard \/dev\/input\/event\d+/,
    );
    assert.equal(await captureAsNobody('--groups=input'), 'capturing\n');
  }),
);
