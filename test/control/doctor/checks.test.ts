import assert from 'node:assert/strict';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkDeviceAccess } from '#guildhall/control/doctor/device-access.js';
import { examine } from '#guildhall/control/doctor/examine.js';
import type { CheckContext, Finding, RunningDaemon } from '#guildhall/control/doctor/finding.js';
import { checkWindowsLibraries } from '#guildhall/control/doctor/libraries.js';
import { findBlockedMicrophone } from '#guildhall/control/doctor/sound.js';
import { addonRemedy } from '#guildhall/daemon/checks/addon-check.js';
import { storeCheck } from '#guildhall/daemon/checks/store-check.js';
import { writeCrashReport } from '#guildhall/daemon/process/crash-report.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { onlyLinux, onlyPosix, onlyRoot } from '../../helpers/only-on.js';
import { withUnixServer } from '../../helpers/unix-server.js';
import { passUntil } from '../../helpers/with-clock.js';
import { healthyDaemon } from './support/healthy-daemon.js';

const NO_ENDPOINTS = { inputs: 0, outputs: 0, hasDefaultInput: false };

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
    clock: systemClock,
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
  skip: onlyPosix('modes are not used on Windows'),
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
    ipc: null,
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

test('a check that does not end is a finding after its time that names the server, and the others run', async () => {
  const clock = new ManualClock();
  const environment = { PULSE_SERVER: 'tcp:desk' };
  const daemon = { ...healthyDaemon, countAudioEndpoints: () => new Promise<never>(() => {}) };
  const steps: string[] = [];
  const onCheck = (what: string) => steps.push(what);
  const found = await passUntil(clock, findings({ clock, daemon, environment, onCheck }, 'sound'), 100);
  assert.deepEqual(
    found.map(({ code, message }) => [code, message]),
    [
      [
        'check_failed',
        'the check did not end within 15 s: it waits for the sound server tcp:desk (PULSE_SERVER)',
      ],
    ],
  );
  assert.match(found[0]?.hint ?? '', /^The other checks are not affected\. Restart that server/);
  assert.deepEqual(steps.slice(-3), [
    'sound (the sound server tcp:desk (PULSE_SERVER))',
    'notifications',
    'crashes',
  ]);
  const slow = { ...healthyDaemon, checkNotifications: () => new Promise<never>(() => {}) };
  const [other] = await passUntil(clock, findings({ clock, daemon: slow }, 'notifications'), 100);
  assert.equal(other?.message, 'the check did not end within 15 s');
});

test('a driver that does not start is an error with the server that it waits for', async () => {
  const waits = { state: 'starting', reason: 'no answer for 12 s', hint: null };
  const checkDrivers = async () => ['keyboard-mouse', 'audio', 'hid'].map((name) => ({ name, ...waits }));
  const environment = { DISPLAY: ':9', PULSE_SERVER: '/p' };
  const found = await findings({ daemon: { ...healthyDaemon, checkDrivers }, environment }, 'drivers');
  assert.deepEqual(
    found.map(({ code, message }) => [code, message]),
    [
      ['driver_failed', 'keyboard-mouse: starting (no answer for 12 s): it waits for the X display :9'],
      [
        'driver_failed',
        'audio: starting (no answer for 12 s): it waits for the sound server /p (PULSE_SERVER)',
      ],
      ['driver_failed', 'hid: starting (no answer for 12 s)'],
    ],
  );
});

describe('servers of the desktop', {
  skip: onlyLinux('they are those of Linux'),
}, () => {
  const silent = { ...healthyDaemon, countAudioEndpoints: async () => NO_ENDPOINTS };

  test('a display that accepts connections and sends nothing, or closes them, is a warning that names it', async () => {
    const clock = new ManualClock();
    for (const [accept, what] of [
      [(socket: Socket) => socket.resume(), 'sends nothing'],
      [(socket: Socket) => socket.end(), 'closes them'],
    ] as const) {
      await withUnixServer(accept, async (path) => {
        const environment = { WAYLAND_DISPLAY: path };
        const [found] = await passUntil(clock, findings({ clock, environment }, 'display'), 100);
        assert.equal(found?.code, 'display_unreachable');
        assert.equal(
          found.message,
          `the Wayland display ${path} does not answer at ${path}: it accepts connections, but ${what}`,
        );
      });
    }
  });

  test('a sound server that PULSE_SERVER names and that does not answer is named', async () => {
    const clock = new ManualClock();
    await withUnixServer(
      (socket) => socket.resume(),
      async (path) => {
        for (const [PULSE_SERVER, address] of [
          [`unix:${path}`, `${path}: it accepts connections, but sends nothing`],
          [`{machine}unix:${path}-missing`, `${path}-missing`],
          ['tcp:127.0.0.1:1', '127.0.0.1 port 1'],
          ['[::1]:1', '::1 port 1'],
        ] as const) {
          const context = { clock, daemon: silent, environment: { PULSE_SERVER } };
          const [found] = await passUntil(clock, findings(context, 'sound'), 100);
          assert.equal(found?.code, 'no_sound_server', PULSE_SERVER);
          assert.equal(found.message, `no sound devices, and no sound server answers at ${address}`);
          assert.ok(found.hint?.includes(`correct PULSE_SERVER, which is ${PULSE_SERVER}`));
          assert.equal(found.command, null);
        }
      },
    );
  });

  test('a sound server that answers and has no devices is named, too', () =>
    withUnixServer(
      (socket) => socket.on('data', () => socket.write('x')),
      async (path) => {
        const [found] = await findings({ daemon: silent, environment: { PULSE_SERVER: path } }, 'sound');
        assert.equal(found?.code, 'no_sound_devices');
        assert.match(found.message, /^no sound devices at the sound server \S+ \(PULSE_SERVER\): /);
      },
    ));
});

test('installed games of Flatpak that look elsewhere are named, until the socket is linked for them', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-'));
  try {
    const install = async (name: string, filesystems: string) => {
      const folder = join(data, 'flatpak/app', name, 'current/active');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'metadata'), `[Context]\nfilesystems=${filesystems}\n`);
    };
    await install('org.example.Game', 'xdg-run/app/com.discordapp.Discord:create;');
    await install('org.example.Editor', 'home;');
    const path = join(data, 'discord-ipc-0');
    const find = async (links: string[]) => {
      const daemon = { ...healthyDaemon, ipc: { folder: data, path, links } };
      const [found] = await findings(
        { daemon, environment: { XDG_DATA_HOME: data }, platform: 'linux' },
        'ipc',
      );
      return [found?.level, found?.message];
    };
    assert.deepEqual(await find([]), ['ok', `${path}, org.example.Game may need --ipc-links to find it`]);
    assert.deepEqual(await find(['/run/a']), ['ok', `${path}, linked as /run/a`]);
  } finally {
    await rm(data, { recursive: true });
  }
});

test('a server of another user that games find first is a problem', {
  skip: onlyRoot('can change owners'),
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'));
  const server = createServer();
  try {
    const first = join(folder, 'discord-ipc-0');
    await new Promise<void>((resolve) => server.listen(first, resolve));
    const path = join(folder, 'discord-ipc-1');
    const find = async () =>
      (await findings({ daemon: { ...healthyDaemon, ipc: { folder, path } } }, 'ipc'))[0];
    assert.equal((await find())?.level, 'ok');
    await chown(first, 12345, 12345);
    const found = await find();
    assert.deepEqual([found?.level, found?.code], ['warning', 'ipc_unavailable']);
    assert.match(found?.message ?? '', /discord-ipc-0 by .*, of the user 12345, before .*discord-ipc-1/);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
});

test('other servers of IPC are named, and a daemon without a socket is a problem', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'));
  const server = createServer();
  try {
    await new Promise<void>((resolve) => server.listen(join(folder, 'discord-ipc-0'), resolve));
    const find = async (path: string | null) =>
      (await findings({ daemon: { ...healthyDaemon, ipc: { folder, path } } }, 'ipc'))[0];
    const name = new RegExp(`discord-ipc-0 by node (?:\\(pid|.*\\(pid) ${process.pid}\\)`);
    const next = await find(join(folder, 'discord-ipc-1'));
    assert.match(next?.message ?? '', name);
    assert.equal(next?.level, 'ok');
    const none = await find(null);
    assert.match(none?.message ?? '', name);
    assert.deepEqual([none?.level, none?.code], ['warning', 'ipc_unavailable']);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  }
});

test('a microphone that Windows lets no program use is a finding', async () => {
  const asked: string[] = [];
  const read = (denied: RegExp) => async (key: string) => {
    asked.push(key);
    return denied.test(key) ? 'Deny' : /NonPackaged/.test(key) ? null : 'Allow';
  };
  assert.equal(await findBlockedMicrophone(read(/never/)), null);
  assert.equal(asked.length, 3);
  for (const denied of [/^HKLM/, /^HKCU.*microphone$/, /NonPackaged$/]) {
    const finding = await findBlockedMicrophone(read(denied));
    assert.equal(finding?.code, 'no_microphone');
    assert.match(finding?.hint ?? '', /Let desktop apps access your microphone/);
  }
});

test('each library that is not beside the program on Windows is a finding, with a hint about antivirus programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-libraries-'));
  try {
    await writeFile(join(folder, 'opus.dll'), '');
    const [finding, ...others] = checkWindowsLibraries(folder);
    assert.deepEqual(others, []);
    assert.equal(finding?.code, 'library_missing');
    assert.match(finding?.message ?? '', /^speexdsp\.dll is missing/);
    assert.match(finding?.hint ?? '', /antivirus/);
    await writeFile(join(folder, 'speexdsp.dll'), '');
    assert.deepEqual(
      checkWindowsLibraries(folder).map(({ level }) => level),
      ['ok'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a missing addon is built in a checkout and installed again with a package; on Windows an antivirus program may have removed it', () => {
  assert.equal(addonRemedy('linux', false).command, 'npm run setup');
  assert.deepEqual(addonRemedy('linux', true), { hint: 'Install Guildhall again.' });
  for (const [isPackage, first] of [
    [false, /^npm run setup\. If that does not last, an antivirus /],
    [true, /^Install Guildhall again\. If that does not last, an antivirus /],
  ] as const) {
    const { hint, command } = addonRemedy('win32', isPackage);
    assert.equal(command, undefined);
    assert.match(hint, first);
  }
});
