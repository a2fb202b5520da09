// test:all drivers: measures how long drivers take to be back, and memory
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlClient } from '#guildhall/control/control-client.js';
import { watchDevices } from '#guildhall/control/operations/devices.js';
import { getStatus } from '#guildhall/control/operations/status.js';
import { DRIVER_NAMES, type DriverName } from '#guildhall/hardware/drivers.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { allowance, driverPid, driverPids, isAlive } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { SoundServer } from '../hardware/support/sound-server.js';
import { startXServer, type XServer } from '../hardware/support/x-server.js';
import { assertTakesLess } from '../helpers/assert-takes-less.js';
import { connectCapturingGame, connectGame } from '../helpers/authenticated.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { Random } from '../helpers/random.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';

const SIGNALS = ['SIGSEGV', 'SIGSTOP'] as const;
/** each driver dies of each signal in a row of them; `npm run kills -- 200 drivers` for a longer run */
const KINDS = DRIVER_NAMES.flatMap((driver) => SIGNALS.map((signal) => ({ driver, signal })));
const ROUNDS = Number(process.env.GUILDHALL_TEST_KILLS ?? KINDS.length);
/** the most that may be held after all rounds that was not held after the first row of them, in kilobytes */
const HELD_KB = 16 * 1024;

interface Death {
  readonly driver: DriverName;
  readonly signal: NodeJS.Signals;
}

/** A daemon whose drivers are all needed: in a capture, and with somebody who watches the devices. */
class Busy {
  private constructor(
    readonly daemon: TestDaemon,
    private readonly x: XServer,
    private readonly control: ControlClient,
    private readonly capturing: RawRpcClient,
    private readonly bystander: RawRpcClient,
  ) {}

  static async start(daemon: TestDaemon, x: XServer, watching: AbortSignal): Promise<Busy> {
    const control = new ControlClient(homeFiles(daemon.home));
    void (async () => {
      for await (const _ of control.stream(watchDevices, {}, {}, watching));
    })();
    const capturing = await connectCapturingGame(daemon);
    capturing.send({ cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' }, nonce: 'start' });
    const busy = new Busy(daemon, x, control, capturing, await connectGame(daemon));
    for (const driver of DRIVER_NAMES) await eventually(() => busy.isRunning(driver));
    return busy;
  }

  async isRunning(driver: DriverName): Promise<boolean> {
    const { drivers } = await this.control.call(getStatus, {}, {});
    return drivers.find(({ name }) => name === driver)?.state === 'running';
  }

  /** Waits until keys reach the capture. */
  async hearsKeys(): Promise<void> {
    this.capturing.frames.splice(0);
    await eventually(async () => {
      await this.x.xdotool('key', 'F9');
      return this.capturing.frames.some(({ evt }) => evt === 'CAPTURE_SHORTCUT_CHANGE');
    });
  }

  /** Does harm to a driver. @returns how long after its death it was back, in milliseconds */
  async survive({ driver, signal }: Death): Promise<number> {
    const { pid } = this.daemon.runtime;
    const harmed = driverPid(driver, pid);
    process.kill(harmed, signal);
    // One that is stopped is not dead before the daemon sees that it hangs.
    for (let waited = 0; isAlive(harmed); waited += 5) {
      assert.ok(waited < 40_000, `${driver} hangs and nobody minds`);
      await sleep(5);
    }
    const since = performance.now();
    await eventually(() => {
      const [now] = driverPids(driver, pid);
      return now !== undefined && now !== harmed && this.isRunning(driver);
    });
    if (driver === 'keyboard-mouse') await this.hearsKeys();
    const backAfter = performance.now() - since;
    assert.equal((await this.bystander.request('GET_GUILDS')).evt, null);
    return backAfter;
  }

  /** What the daemon holds: descriptors, and memory in kilobytes. */
  held(): { descriptors: number; memory: number } {
    const { pid } = this.daemon.runtime;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      memory: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]),
    };
  }

  /** Ends the capture by a command: both connections have lived through everything. */
  async close(): Promise<void> {
    assert.equal((await this.capturing.request('CAPTURE_SHORTCUT', { action: 'STOP' })).data, null);
    await Promise.all([this.capturing.close(), this.bystander.close()]);
  }
}

const random = new Random();

/** Every kind of death in random order, then again. */
function deaths(): Death[] {
  const rows = Array.from({ length: Math.ceil(ROUNDS / KINDS.length) }, () =>
    KINDS.map((death) => ({ death, place: random.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ death }) => death),
  );
  return rows.flat().slice(0, ROUNDS);
}

async function run(x: XServer, sound: SoundServer): Promise<void> {
  const daemon = await TestDaemon.start({
    environment: { ...sound.environment, WAYLAND_DISPLAY: undefined, DISPLAY: x.display },
    flags: ['--capture-limit', '3600'],
  });
  const watching = new AbortController();
  try {
    const busy = await Busy.start(daemon, x, watching.signal);
    await busy.hearsKeys();
    const times: number[] = [];
    let before = busy.held();
    for (const [round, death] of deaths().entries()) {
      await sleep(random.below(500));
      const survive = async () => {
        times.push(await busy.survive(death));
        return times.at(-1) ?? 0;
      };
      await assertTakesLess(() => allowance(1000), survive, `${death.driver} is back`);
      assert.equal(driverPids(undefined, daemon.runtime.pid).length, DRIVER_NAMES.length);
      if (round === KINDS.length - 1) before = busy.held();
    }
    const after = busy.held();
    process.stdout.write(
      `${times.length} deaths; back after ${Math.max(...times).toFixed(0)} ms at most, ` +
        `${(times.reduce((sum, time) => sum + time, 0) / times.length).toFixed(0)} ms on average; ` +
        `descriptors ${before.descriptors} → ${after.descriptors}, memory ${before.memory} → ${after.memory} kB\n`,
    );
    assert.ok(after.descriptors <= before.descriptors, 'descriptors leak');
    assert.ok(after.memory - before.memory < HELD_KB, 'memory leaks');
    await busy.close();
    watching.abort();
    assert.equal(daemon.stderr, '');
  } finally {
    watching.abort();
    await daemon.stop();
  }
  assert.deepEqual(driverPids(undefined, daemon.runtime.pid), []);
}

realTest(
  ['Xvfb', 'xdotool', 'pulseaudio', 'pactl'],
  `a driver that dies or hangs costs no connection and leaves nothing behind (${ROUNDS} times)`,
  async () => {
    const x = await startXServer();
    const sound = await SoundServer.create();
    try {
      await sound.start();
      await run(x, sound);
    } finally {
      await sound.remove();
      await x.stop();
    }
  },
  // One that hangs is given up after its patience, twelve seconds for audio.
  60_000 + ROUNDS * 15_000,
);
