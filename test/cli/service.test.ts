import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { installService } from '#guildhall/cli/service/install-service.js';
import { listMissing, showServiceStatus } from '#guildhall/cli/service/service-status.js';
import { uninstallService } from '#guildhall/cli/service/uninstall-service.js';
import { Invocation } from '#guildhall/cli/support/invocation.js';
import { checkDeviceAccess, deviceAccess } from '#guildhall/control/doctor/device-access.js';
import { createServiceManager } from '#guildhall/install/create-service-manager.js';
import { UserError } from '#guildhall/platform/errors.js';
import { withDaemon } from '../helpers/daemon.js';
import { onlyLinux, onlyPosix } from '../helpers/only-on.js';
import { runCommand } from '../helpers/run-command.js';
import { MockMachine } from '../mocks/mock-machine.js';

const macos = { skip: onlyPosix('launchd is of macOS') };
const linux = { skip: onlyLinux('the units are those of systemd') };

/** A command with a home, and systemd of a machine in memory whose unit has a process. */
function invoke(home: string, pid: number, state = 'active', json = true) {
  let output = '';
  const terminal = {
    write: (text: string) => {
      output += text;
    },
    writeError: () => {},
    isInteractive: false,
    environment: {},
    input: new PassThrough(),
    interrupted: new AbortController().signal,
  };
  const shown = `ActiveState=${state}\nUnitFileState=enabled\nFragmentPath=/x\nMainPID=${pid}\nNRestarts=0\nStatusText=RPC\n`;
  const machine = new MockMachine({
    platform: 'linux',
    files: { '/run/systemd/system': null },
    answer: (_command, args) => (args.includes('show') ? { stdout: shown } : undefined),
  });
  const program = { node: '/usr/bin/node', cli: '/usr/lib/main.js', version: '1.2.3' };
  const manager = createServiceManager({ machine, program, scope: 'user', home: null, command: '' });
  const invocation = new Invocation(terminal, { home, json });
  return { invocation, machine, manager, output: () => output, result: () => JSON.parse(output) };
}

test('service install --print shows the units and changes nothing', linux, async () => {
  const environment = { HOME: '/nonexistent' };
  const flags = ['service', 'install', '--print', '--home', 'my home'];
  const { exitCode, output } = await runCommand([...flags, '--json'], environment);
  assert.equal(exitCode, 0);
  const { commands, files } = JSON.parse(output);
  assert.match(files[0].text, new RegExp(`"--home" "${process.cwd()}/my home" "start"`));
  assert.deepEqual(commands[0], ['systemctl', '--user', 'daemon-reload']);
  assert.match((await runCommand(flags, environment)).output, /^# Then:\nsystemctl --user daemon-reload$/m);
});

test('service uninstall and status with --print show what they would do, and do nothing', linux, async () => {
  const environment = { HOME: '/nonexistent' };
  const run = async (...flags: string[]) => {
    const { errors, exitCode, output } = await runCommand(['service', ...flags], environment);
    assert.equal(exitCode, 0, errors);
    return output;
  };
  const isUnit = (path: string) => path.endsWith('/systemd/user/guildhall.service');
  const removal = JSON.parse(await run('uninstall', '--print', '--json'));
  assert.deepEqual(removal.commands[0].slice(0, 4), ['systemctl', '--user', 'disable', '--now']);
  assert.ok(removal.removes.some(isUnit));
  assert.match(await run('uninstall', '--print'), /^systemctl --user disable --now guildhall\.service/m);
  const system = JSON.parse(await run('uninstall', '--system', '--purge', '--print', '--json'));
  assert.ok(system.removes.some((path: string) => path.startsWith('/var/lib/')));
  const query = JSON.parse(await run('status', '--print', '--json'));
  assert.deepEqual(query.commands[0].slice(0, 4), ['systemctl', '--user', 'show', 'guildhall.service']);
  assert.ok(query.reads.some(isUnit));
  assert.match(await run('status', '--print'), /^# Reads:\n/);
});

test('service install --print quotes the commands for the shell of the system', macos, async () => {
  const user = { name: 'ada', uid: 501, folder: '/Users/Ada L' };
  const machine = new MockMachine({ platform: 'darwin', user });
  const program = { node: '/usr/bin/node', cli: '/usr/lib/main.js', version: '1.2.3' };
  const manager = createServiceManager({ machine, program, scope: 'user', home: null, command: '' });
  const { invocation, output } = invoke('/nonexistent', 0, 'active', false);
  await installService(invocation, manager, { print: true });
  assert.match(output(), /^launchctl bootstrap gui\/501 '\/Users\/Ada L\/Library\/.*\.plist'$/m);
});

test('a system service has no --home, and only its data can be purged', linux, async () => {
  for (const flags of [
    ['install', '--system', '--print', '--home', '/x'],
    ['uninstall', '--purge'],
  ]) {
    const { errors, exitCode } = await runCommand(['service', ...flags], {});
    assert.equal(exitCode, 2, errors);
    assert.match(errors, /--system/);
  }
});

test('a system service is not about the home of the environment', linux, async () => {
  const flags = ['service', 'install', '--system', '--print'];
  const { errors, exitCode, output } = await runCommand(flags, { GUILDHALL_HOME: '/nonexistent' });
  assert.equal(exitCode, 0, errors);
  assert.doesNotMatch(output, /nonexistent/);
  assert.match(output, /^# \/etc\/guildhall\/voice\.secret \(mode 0600, random, unless it exists\)$/m);
});

test(
  'service install refuses while another daemon runs on the home, and not while its own does',
  withDaemon(async (daemon) => {
    const other = invoke(daemon.home, 1);
    await assert.rejects(
      installService(other.invocation, other.manager, {}),
      /a daemon already runs \(process/,
    );
    assert.ok(!other.machine.commands.some((line) => line.includes('enable')));
    const own = invoke(daemon.home, daemon.runtime.pid);
    await installService(own.invocation, own.manager, {});
    assert.equal(own.result().outcome, 'installed');
  }),
);

test(
  'service status has what the daemon lacks, and exit code 0 while it runs',
  { skip: onlyLinux('its displays are those of X11 and Wayland') },
  withDaemon(
    async (daemon) => {
      const { invocation, manager, result } = invoke(daemon.home, daemon.runtime.pid);
      await showServiceStatus(invocation, manager);
      const { missing, running, units } = result();
      assert.equal(running, true);
      assert.equal(units[0].pid, daemon.runtime.pid);
      const display = missing.find(({ check }: { check: string }) => check === 'display');
      assert.match(display.message, /DISPLAY/);
      assert.equal(invocation.exitCode, 0);
    },
    { environment: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined } },
  ),
);

test('service status has the devices that the service cannot read', () => {
  const denied = checkDeviceAccess([{ path: '/dev/input/event3', use: 'gamepads', readable: false }]);
  const [missing] = listMissing(denied.map((result) => ({ check: deviceAccess.name, ...result })));
  assert.match(missing?.message ?? '', /event3/);
});

test('service status shows what the service lacks under a heading', async () => {
  const { invocation, manager, output } = invoke('/nonexistent', 1, 'active', false);
  const message = 'no display';
  const finding = { check: 'display', level: 'warning', code: 'no_display', message, hint: 'Start it' };
  const stream = async function* () {
    yield { part: 'findings', value: [finding] };
  };
  Object.assign(invocation.daemon, { stream });
  await showServiceStatus(invocation, manager);
  assert.match(output(), /^LACKS +REASON +HINT\n\s*display +no display +Start it$/m);
});

test('service status has exit code 1 if the service does not run', async () => {
  const { invocation, manager, result } = invoke('/nonexistent', 0, 'failed');
  await showServiceStatus(invocation, manager);
  const { missing, running } = result();
  assert.deepEqual([running, missing, invocation.exitCode], [false, null, 1]);
});

test('service status --json is one value also where there is no service manager', async () => {
  for (const json of [true, false]) {
    const { invocation, manager, result } = invoke('/nonexistent', 0, 'active', json);
    manager.state = () =>
      Promise.reject(new UserError('this machine does not run systemd', 'Run it yourself'));
    const shown = showServiceStatus(invocation, manager);
    if (json) {
      await shown;
      const { manager: found, notes, running, units } = result();
      assert.deepEqual([found, running, units, invocation.exitCode], [null, false, [], 1]);
      assert.deepEqual(notes, ['this machine does not run systemd', 'Run it yourself']);
    } else await assert.rejects(shown, /does not run systemd/);
  }
});

test('service uninstall names where the data is', async () => {
  const { invocation, manager, result } = invoke('/nonexistent', 0);
  await uninstallService(invocation, manager, {});
  assert.deepEqual(result(), { outcome: 'absent', data: resolve('/nonexistent') });
});
