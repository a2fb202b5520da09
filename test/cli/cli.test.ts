import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { consentRequest, rpcSession } from '../control/requests.js';
import { eventually } from '../helpers/eventually.js';
import { RunningCommand, runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

/** Runs a command against the daemon of a harness. */
const against = (harness: ControlHarness, ...args: string[]) =>
  runCommand([...args, '--home', harness.files.home]);

/** The only JSON value on standard output; anything beside it fails to parse. */
async function json<T>(harness: ControlHarness, ...args: string[]): Promise<T> {
  const { exitCode, output, errors } = await against(harness, ...args, '--json');
  assert.equal(exitCode, 0, errors);
  assert.equal(errors, '');
  return JSON.parse(output) as T;
}

const WRONG_USAGE = [
  [],
  ['nonsense'],
  ['status', 'extra'],
  ['status', '--nonsense'],
  ['apps'],
  ['apps', 'create'],
  ['apps', 'show'],
  ['apps', 'update', '1'],
  ['roles', 'create', 'Builders', '--allow', 'everything'],
  ['roles', 'create', 'Builders', '--color', 'blue'],
  ['invites', 'create', '--hours', '169'],
  ['doctor', '--yes'],
  ['users', 'create'],
  ['guilds', 'subscribers', '1'],
  ['guilds', 'subscribers', '1', '2', '--until', '2026-12-31'],
  ['guilds', 'subscribers', '1', '2', '--add', 'ada'],
  ['guilds', 'subscribers', '1', '2', '--remove', 'ada'],
  ['login', '--token', 'secret'],
  ['accounts'],
  ['accounts', 'switch'],
  ['consent', 'approve'],
  ['start', '--log-level', 'loud'],
  ['start', '--api-port', '70000'],
  ['api', '--api-port', 'http'],
  ['voice', 'settings', '--input-volume', '101'],
  ['voice', 'settings', '--shortcut', '[{"type":9}]'],
  ['voice', 'user', '2', '--left', '1'],
  ['voice', 'user', '2', '--volume', '201'],
  ['status', '--home'],
  ['start', '--rpc-ports', '9-1'],
  ['start', '--capture-limit', '0'],
  ['start', '--api-url', 'ftp://host'],
  ['start', '--allow-users', ','],
  ['start', '--voice-port', 'x'],
  ['start', '--console-port', '-1'],
  ['voice', '--voice-port', '70000'],
  ['guilds', 'configure', '1', '--features', 'NONSENSE'],
  ['completion', 'tcsh'],
  ['logs', '--level', 'loud'],
  ['messages', 'send', '1', ''],
];

for (const args of WRONG_USAGE) {
  test(`wrong usage exits with 2 and keeps standard output empty: guildhall ${args.join(' ')}`, async () => {
    const { exitCode, output, errors } = await runCommand(args);
    assert.equal(exitCode, 2);
    assert.equal(output, '');
    assert.notEqual(errors, '');
  });
}

test(
  'input that the daemon does not accept is wrong usage',
  withControl(
    async (harness) => {
      const { exitCode, output, errors } = await against(harness, 'apps', 'create', '--name', ' ');
      assert.equal(exitCode, 2);
      assert.equal(output, '');
      assert.match(errors, /the name of an application has 1 to 100 characters/);
    },
    (harness) => {
      harness.administration = new MockAdministration();
    },
  ),
);

test('help and version exit with 0', async () => {
  assert.equal((await runCommand(['--help'])).exitCode, 0);
  assert.match((await runCommand(['apps', 'create', '--help'])).output, /--origin/);
  assert.match((await runCommand(['--version'])).output, /^\d+\.\d+\.\d+\n$/);
});

test('without a daemon, commands that need one exit with 1 and a hint how to start it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-cli-'));
  try {
    const commands = ['status', 'stop', 'console', 'whoami', 'devices', 'capture', 'demo'];
    const nested = ['apps list', 'users list', 'consent list', 'grants list', 'sessions list'];
    for (const command of [...commands, ...nested]) {
      const { exitCode, output, errors } = await runCommand([
        ...command.split(' '),
        '--home',
        home,
        '--json',
      ]);
      assert.equal(exitCode, 1, command);
      assert.equal(output, '', command);
      assert.match(errors, /no daemon is running for this home.*\n.*guildhall start/, command);
    }
  } finally {
    await rm(home, { recursive: true });
  }
});

test('doctor shows what it is checking at a terminal, and nothing of it is left', () =>
  withTemporaryFolder(async (home) => {
    const environment = { DISPLAY: 'host:1' };
    const run = async (isInteractive: boolean, ...flags: string[]) =>
      (await runCommand(['doctor', '--home', home, ...flags], environment, { isInteractive })).errors;
    const shown = (await run(true)).split('\r\u001b[K');
    assert.equal(shown.at(-1), '');
    assert.ok(shown.includes('checking disk…'));
    assert.ok(shown.includes('checking display (the X display host:1)…'));
    assert.equal(await run(true, '--json'), '');
    assert.equal(await run(false), '');
  }));

test('without a daemon the doctor still checks the machine', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-cli-'));
  try {
    const { exitCode, output } = await runCommand(['doctor', '--json', '--home', home]);
    const { errors, findings } = JSON.parse(output) as { errors: number; findings: { check: string }[] };
    assert.equal(exitCode, errors > 0 ? 1 : 0);
    assert.ok(findings.some(({ check }) => check === 'node'));
  } finally {
    await rm(home, { recursive: true });
  }
});

test(
  'with --json every reading command prints exactly one JSON value',
  withControl(async (harness) => {
    harness.sessions.push(rpcSession('a'));
    assert.deepEqual(await json(harness, 'status'), JSON.parse(JSON.stringify(harness.status())));
    assert.deepEqual(await json(harness, 'sessions', 'list'), harness.sessions);
    assert.deepEqual(await json(harness, 'consent', 'list'), []);
    assert.deepEqual(await json(harness, 'grants', 'list'), []);
    const { id, username, discriminator } = harness.client.user ?? {};
    assert.deepEqual(await json(harness, 'whoami'), { id, username, discriminator, token: 'person' });
    const devices = await json<object>(harness, 'devices');
    const keys = ['audio_inputs', 'audio_outputs', 'video_inputs', 'hid', 'gamepads', 'drivers'];
    assert.deepEqual(Object.keys(devices), keys);
    const { url } = await json<{ url: string }>(harness, 'console');
    assert.ok(url.startsWith(harness.server.pageUrl));
  }),
);

test(
  'the home comes from the flag, else from the environment',
  withControl(async (harness) => {
    const environment = { GUILDHALL_HOME: harness.files.home };
    assert.equal((await runCommand(['status'], environment)).exitCode, 0);
    assert.equal((await runCommand(['--home', harness.files.home, 'status'])).exitCode, 0);
    const other = await runCommand(['status', '--home', join(harness.files.home, 'other')], environment);
    assert.equal(other.exitCode, 1);
  }),
);

test(
  'requests are listed as text, approved and denied',
  withControl(async (harness) => {
    const first = harness.consent.ask(consentRequest(), new AbortController().signal);
    const { output } = await against(harness, 'consent', 'list');
    assert.match(
      output,
      /Game \(100\), from https:\/\/game\.example, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m,
    );
    assert.match(output, /identify: see your user name and avatar/);
    const [waiting] = await json<{ id: string }[]>(harness, 'consent', 'list');
    await json(harness, 'consent', 'approve', waiting?.id ?? '', '--remember');
    assert.equal((await first).allowed, true);
    assert.equal((await harness.consent.ask(consentRequest(), new AbortController().signal)).allowed, true);
    const second = harness.consent.ask(consentRequest({ id: '7' }), new AbortController().signal);
    await against(harness, 'consent', 'deny', harness.consent.waiting()[0]?.id ?? '');
    assert.equal((await second).allowed, false);
    const gone = await against(harness, 'consent', 'deny', 'nothing');
    assert.equal(gone.exitCode, 1);
    assert.match(gone.errors, /there is no pending request nothing/);
  }),
);

test(
  'recording keys is allowed by a flag, shown in status, and stopped',
  withControl(async (harness) => {
    const never = new AbortController().signal;
    const ids = () => harness.consent.waiting().map(({ id }) => id);
    const without = harness.consent.ask(consentRequest(), never);
    const { output } = await against(harness, 'consent', 'list');
    assert.match(output, /with --allow-capture: record key combinations while you set a shortcut/);
    await against(harness, 'consent', 'approve', ids()[0] ?? '');
    assert.equal((await without).keyCapture, false);
    const asked = harness.consent.ask(consentRequest(), never);
    await against(harness, 'consent', 'approve', ids()[0] ?? '', '--allow-capture');
    assert.equal((await asked).keyCapture, true);
    assert.match((await against(harness, 'status')).output, /recording keys +–/);
    harness.captures.start('Game');
    assert.match((await against(harness, 'status')).output, /recording keys +Game \(100\), since 2026/);
    assert.match((await against(harness, 'capture', '--stop')).output, /Game/);
    assert.equal((await against(harness, 'capture', '--stop')).exitCode, 1);
  }),
);

test(
  'names are printed without escape sequences',
  withControl(async (harness) => {
    const name = '\u001b[2Jevil\u009b31m\u202e\r\n\u0007';
    harness.sessions.push(rpcSession('a', { application: { id: '7', name, icon: null }, origin: name }));
    void harness.consent.ask(consentRequest({ name, origin: name }), new AbortController().signal);
    for (const command of ['sessions', 'consent']) {
      const { output } = await against(harness, command, 'list');
      assert.match(output, /\[U\+001B\]\[2Jevil/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
      assert.doesNotMatch(output, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  }),
);

test(
  'capture prints what CAPTURE_SHORTCUT would send',
  withControl(async (harness) => {
    const command = new RunningCommand(['capture', '--json', '--home', harness.files.home]);
    await eventually(() => harness.hardware.keys.listening);
    harness.hardware.keys.press('i');
    harness.hardware.keys.release('i');
    const { exitCode, output } = await command.finished;
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(output), { shortcut: [{ type: 0, code: 12, name: 'i' }] });
  }),
);

test(
  'capture says when no device is connected, and continues',
  withControl(async (harness) => {
    harness.hardware.keys.hasKeys = false;
    for (const words of [['capture'], ['capture', '--json'], ['voice', 'key', 'mute']]) {
      const command = new RunningCommand([...words, '--home', harness.files.home]);
      await eventually(() => command.errors.includes('No keyboard, mouse or gamepad is connected'));
      harness.hardware.keys.press('i');
      harness.hardware.keys.release('i');
      assert.equal((await command.finished).exitCode, 0);
    }
  }),
);

test(
  'commands that capture say how they are ended, and what came of it',
  withControl(async (harness) => {
    const command = new RunningCommand(['capture', '--home', harness.files.home]);
    await eventually(() => harness.hardware.keys.listening && command.output !== '');
    assert.match(command.output, /Ctrl\+C ends this/);
    command.interrupt();
    const interrupted = await command.finished;
    assert.deepEqual([interrupted.exitCode, interrupted.errors], [1, 'error: ended; nothing was captured\n']);
    for (const words of [['capture'], ['voice', 'key', 'mute']]) {
      const { exitCode, output, errors } = await against(harness, ...words, '--for', '1');
      assert.match(output, /for 1 s; Ctrl\+C ends this/);
      assert.deepEqual([exitCode, errors], [1, 'error: nothing was captured in 1 s\n']);
      await eventually(() => !harness.hardware.keys.listening);
      assert.equal((await against(harness, ...words, '--for', '0')).exitCode, 2);
    }
  }),
);

test(
  'devices --watch prints one value a line until it is interrupted',
  withControl(async (harness) => {
    const command = new RunningCommand(['devices', '--watch', '--json', '--home', harness.files.home]);
    await eventually(() => command.output.endsWith('\n'));
    harness.hardware.sound.plug({ id: 'm', name: 'Microphone', direction: 'input', is_default: true });
    await eventually(() => command.output.includes('Microphone'));
    command.interrupt();
    const { exitCode, output } = await command.finished;
    assert.equal(exitCode, 0);
    const counts = output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { audio_inputs: [] }).audio_inputs.length);
    assert.deepEqual(counts, [0, 1]);
  }),
);

test(
  'apps create mentions a token only with a bot',
  withControl(
    async (harness) => {
      const without = await against(harness, 'apps', 'create', '--name', 'Overlay');
      assert.match(without.output, /\nThe secret is shown only once: save it\.\n$/);
      assert.doesNotMatch(without.output, /token/);
      const { output } = await against(harness, 'apps', 'create', '--name', 'Bot', '--bot');
      assert.match(output, /bot token +bot token of \d+\n\nSecret and token are shown only once/);
    },
    (harness) => {
      harness.administration = new MockAdministration();
    },
  ),
);

test(
  'administration of a remote service is refused',
  withControl(async (harness) => {
    const { exitCode, errors } = await against(harness, 'apps', 'list');
    assert.equal(exitCode, 1);
    assert.match(errors, /remote service/);
  }),
);
