import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkDeviceAccess } from '#guildhall/control/doctor/device-access.js';
import { examine } from '#guildhall/control/doctor/examine.js';
import type { CheckContext, Finding, RunningDaemon } from '#guildhall/control/doctor/finding.js';
import { storeCheck } from '#guildhall/daemon/checks/store-check.js';
import { writeCrashReport } from '#guildhall/daemon/crash-report.js';
import { healthyDaemon } from './support/healthy-daemon.js';

async function findings(changes: Partial<CheckContext>, check: string): Promise<Finding[]> {
  const context: CheckContext = {
    home: '/nonexistent/guildhall',
    environment: { DISPLAY: ':0' },
    platform: process.platform,
    nodeVersion: '20.17.0',
    daemon: healthyDaemon,
    daemonSilence: null,
    homeProcess: null,
    startChecks: [],
    role: 'daemon',
    flags: {},
    now: Date.parse('2026-03-10T00:00:00Z'),
    ...changes,
  };
  return (await examine(context)).filter((finding) => finding.check === check);
}

async function levels(changes: Partial<CheckContext>, check: string): Promise<string[]> {
  return (await findings(changes, check)).map(({ level }) => level);
}

test('an old Node.js is an error, a new one is not', async () => {
  assert.deepEqual(await levels({ nodeVersion: '18.19.0' }, 'node'), ['error']);
  assert.deepEqual(await levels({ nodeVersion: '20.16.9' }, 'node'), ['error']);
  assert.deepEqual(await levels({ nodeVersion: '22.1.0' }, 'node'), ['ok']);
});

test('a home that others can read is a finding for the folder and for each file, with the command that fixes it', {
  skip: process.platform === 'win32' ? 'modes are not used on Windows' : false,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-doctor-'));
  try {
    for (const name of ['account.json', 'guildhall.log'])
      await writeFile(join(home, name), '{}', { mode: 0o600 });
    assert.deepEqual(await levels({ home }, 'home'), ['ok']);
    await chmod(home, 0o755);
    await chmod(join(home, 'account.json'), 0o644);
    const [folder, file] = await findings({ home }, 'home');
    assert.equal(folder?.command, `chmod 700 ${home}`);
    assert.equal(folder?.code, 'home_readable');
    assert.equal(file?.command, `chmod go= ${join(home, 'account.json')}`);
  } finally {
    await rm(home, { recursive: true });
  }
});

test('every failing part of a daemon is a finding with a hint', async () => {
  const sick: RunningDaemon = {
    rpcPort: 7000,
    api: { url: 'http://api.example', embedded: true, connected: false, damage: null },
    hasAccount: true,
    userId: null,
    lastFrameAt: null,
    refusals: { list: () => [] },
    findApplication: async () => null,
    findAccess: async () => 'none',
    checkDrivers: async () => [
      {
        name: 'hid',
        state: 'unavailable',
        reason: 'libusb-1.0.so.0 is missing',
        hint: 'apt install libusb-1.0-0',
      },
      { name: 'audio', state: 'failed', reason: 'SIGSEGV', hint: null },
    ],
    countAudioEndpoints: async () => ({ inputs: 0, outputs: 0, hasDefaultInput: false }),
    checkNotifications: async () => ({ available: false, reason: 'there is no session bus' }),
  };
  const found: Finding[] = [];
  for (const check of ['service', 'rpc ports', 'drivers', 'sound', 'notifications'])
    found.push(...(await findings({ daemon: sick }, check)));
  assert.deepEqual(
    found.map(({ check, level }) => `${check} ${level}`),
    [
      'service error',
      'rpc ports warning',
      'drivers warning',
      'drivers error',
      'sound warning',
      'notifications warning',
    ],
  );
  assert.ok(found.every(({ hint }) => hint !== null && hint !== ''));
});

test('a daemon whose store accepts no changes is an error of the store', async () => {
  const damage = 'the store store.db is damaged: store.db was moved or removed';
  const daemon = { ...healthyDaemon, api: { ...healthyDaemon.api, damage } };
  const [finding] = await findings({ daemon, startChecks: [storeCheck] }, 'store');
  assert.equal(finding?.code, 'store_damaged');
  assert.match(finding.message, /changes are refused: the store store\.db is damaged/);
  assert.match(finding.command ?? '', /^guildhall stop/);
});

test('without a daemon the machine is still checked', async () => {
  assert.deepEqual(await levels({ daemon: null }, 'service'), ['warning']);
  assert.deepEqual(await levels({ daemon: null }, 'drivers'), []);
  assert.equal((await findings({ daemon: null }, 'rpc ports')).length, 1);
});

test('a check that fails itself does not keep the others from running', async () => {
  const broken = { ...healthyDaemon, checkDrivers: () => Promise.reject(new RangeError('broken')) };
  const [finding] = await findings({ daemon: broken }, 'drivers');
  assert.equal(finding?.level, 'error');
  assert.match(finding?.message ?? '', /broken/);
  assert.deepEqual(await levels({ daemon: broken }, 'sound'), ['ok']);
});

test('a machine that only records, or only plays, is a warning', async () => {
  for (const count of [
    { inputs: 1, outputs: 0, hasDefaultInput: true },
    { inputs: 0, outputs: 2, hasDefaultInput: false },
    // The default is the monitor of a speaker.
    { inputs: 1, outputs: 2, hasDefaultInput: false },
  ]) {
    const daemon = { ...healthyDaemon, countAudioEndpoints: async () => count };
    assert.deepEqual(await levels({ daemon }, 'sound'), ['warning']);
  }
});

test('no display on Linux is a warning', async () => {
  assert.deepEqual(await levels({ platform: 'linux', environment: {} }, 'display'), ['warning']);
  assert.deepEqual(await levels({ platform: 'linux', environment: { DISPLAY: 'host:1' } }, 'display'), [
    'ok',
  ]);
});

test('unreadable devices are a warning that names them, the effect and a hint', () => {
  const headset = { path: '/dev/hidraw0', use: 'buttons of headsets', readable: true } as const;
  const keyboard = { path: '/dev/input/event3', use: 'keys outside X11', readable: false } as const;
  const mouse = { ...keyboard, path: '/dev/input/event4' };
  assert.equal(checkDeviceAccess([])[0]?.level, 'ok');
  assert.equal(checkDeviceAccess([headset])[0]?.level, 'ok');
  const [finding] = checkDeviceAccess([headset, keyboard, mouse]);
  assert.equal(finding?.level, 'warning');
  assert.equal(
    finding?.message,
    'no permission to read /dev/input/event3, /dev/input/event4: no keys outside X11',
  );
  assert.match(finding?.hint ?? '', /what is typed/);
  assert.match(finding?.command ?? '', /doctor --fix/);
});

test('notifications in an unknown state are not a problem', async () => {
  const daemon = { ...healthyDaemon, checkNotifications: async () => ({ available: null, reason: null }) };
  assert.deepEqual(await levels({ daemon }, 'notifications'), ['ok']);
  assert.deepEqual(await levels({ daemon: null }, 'notifications'), []);
});

describe('Crash reports', () => {
  const fault = (message: string) => Object.assign(new Error(message), { name: 'RangeError' });

  /** What is found in a home with reports of faults at these times. */
  async function crashes(times: readonly string[], change = async (_home: string) => {}): Promise<Finding[]> {
    const home = await mkdtemp(join(tmpdir(), 'guildhall-doctor-'));
    try {
      for (const time of times) {
        const details = { error: fault(`at ${time}\nmore`), origin: 'uncaughtException', uptime: 1 } as const;
        assert.ok(writeCrashReport(home, { ...details, time: Date.parse(time) }));
      }
      await change(home);
      return await findings({ home }, 'crashes');
    } finally {
      await rm(home, { recursive: true });
    }
  }

  test('of the last seven days cause a warning that names the last one and its file', async () => {
    const [finding, ...others] = await crashes([
      '2026-01-01T00:00:00Z',
      '2026-03-05T10:20:30Z',
      '2026-03-09T00:00:00Z',
    ]);
    assert.deepEqual(others, []);
    assert.equal(finding?.level, 'warning');
    assert.match(finding?.message ?? '', /crashed 2 times .* RangeError: at 2026-03-09T00:00:00Z \(/);
    assert.doesNotMatch(finding?.message ?? '', /more/);
    assert.match(finding?.hint ?? '', /crash-2026-03-09T00-00-00\.000Z\.json/);
  });

  test('that are older cause no warning', async () => {
    for (const times of [['2026-01-01T00:00:00Z'], []]) {
      assert.deepEqual(
        (await crashes(times)).map(({ level }) => level),
        ['ok'],
      );
    }
    assert.deepEqual(await levels({}, 'crashes'), ['ok']);
  });

  test('that are damaged cause a warning, too', async () => {
    for (const content of ['', '{', '{"time":1}', '['.repeat(100_000)]) {
      const [finding] = await crashes([], (home) => writeFile(join(home, 'crash-x.json'), content));
      assert.equal(finding?.level, 'warning');
      assert.match(finding?.message ?? '', /crashed once .*damaged/);
    }
  });
});
