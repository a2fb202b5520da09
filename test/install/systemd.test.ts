import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createServiceManager, type ServiceOptions } from '#guildhall/install/create-service-manager.js';
import { commandLine } from '#guildhall/install/systemd/unit-text.js';
import { UserError } from '#guildhall/platform/errors.js';
import { type MockCommand, MockMachine, type MockMachineOptions } from '../mocks/mock-machine.js';

const PROGRAM = { node: '/usr/bin/node', cli: '/usr/lib/guildhall/dist/cli/main.js', version: '1.2.3' };
const UNIT = '/home/ada/.config/systemd/user/guildhall.service';
const DESKTOP_UNIT = '/home/ada/.config/systemd/user/guildhall-desktop.service';
const ROOT = { name: 'root', uid: 0, folder: '/root' };

/** What systemctl shows of a unit that runs. */
const RUNNING: MockCommand = (_command, args) =>
  args.includes('show')
    ? {
        stdout:
          'ActiveState=active\nUnitFileState=enabled\nMainPID=812\nNRestarts=2\nStatusText=RPC 1=2\nResult=watchdog\n',
      }
    : undefined;

function machineWith(options: Partial<MockMachineOptions> = {}): MockMachine {
  return new MockMachine({
    platform: 'linux',
    ...options,
    files: { '/run/systemd/system': null, ...options.files },
  });
}

function managerOf(machine: MockMachine, options: Partial<ServiceOptions> = {}) {
  return createServiceManager({
    machine,
    program: PROGRAM,
    scope: 'user',
    home: null,
    command: 'guildhall service install --system',
    ...options,
  });
}

function isUserError(message: RegExp, hint: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, message);
    assert.match(error.hint ?? '', hint);
    return true;
  };
}

describe('a command line in a unit', () => {
  test('passes each word to the program as it is', () => {
    const words = ['/opt/my node', "it's", 'a "quote"', 'back\\slash', '100%h', '$HOME'];
    assert.equal(
      commandLine(words),
      String.raw`"/opt/my node" "it's" "a \"quote\"" "back\\slash" "100%%h" "$$HOME"`,
    );
  });

  test('does not double a dollar in the path of the program, where systemd expands no variables', () => {
    assert.equal(commandLine(['/opt/$x']), '"/opt/$x"');
  });

  test('contains no line break, which would begin another setting', () => {
    assert.throws(() => commandLine(['/bin/a', 'b\nExecStartPost=/bin/c']), UserError);
  });
});

describe('the service of a person under systemd', () => {
  test('is written, enabled and started', async () => {
    const machine = machineWith();
    assert.equal(await managerOf(machine).install(), 'installed');
    assert.match(machine.files.get(UNIT) ?? '', /^ExecStart="\/usr\/bin\/node" ".*main\.js" "start"$/m);
    assert.match(machine.files.get(UNIT) ?? '', /^ConditionPathExists=\/usr\/lib\/.*main\.js$/m);
    assert.match(machine.files.get(DESKTOP_UNIT) ?? '', /^WantedBy=graphical-session\.target$/m);
    assert.deepEqual(machine.commands, [
      'systemctl --user show-environment',
      'systemctl --user daemon-reload',
      'systemctl --user enable guildhall.service guildhall-desktop.service',
      'systemctl --user reset-failed guildhall.service',
      'systemctl --user restart guildhall.service',
    ]);
  });

  test('is not touched if the same one runs', async () => {
    const machine = machineWith({ answer: RUNNING });
    await managerOf(machine).install();
    machine.commands.length = 0;
    assert.equal(await managerOf(machine).install(), 'unchanged');
    assert.ok(
      machine.commands.every((line) => /show/.test(line)),
      machine.commands.join('\n'),
    );
  });

  test('is started again if the same one does not run', async () => {
    const machine = machineWith();
    await managerOf(machine).install();
    assert.equal(await managerOf(machine).install(), 'updated');
    assert.equal(machine.commands.at(-1), 'systemctl --user restart guildhall.service');
  });

  test('is updated if the program or the home has changed', async () => {
    const machine = machineWith({ answer: RUNNING });
    await managerOf(machine).install();
    assert.equal(await managerOf(machine, { home: '/srv/my home' }).install(), 'updated');
    assert.match(machine.files.get(UNIT) ?? '', / "--home" "\/srv\/my home" "start"$/m);
  });

  test('is updated, and so restarted, after an upgrade of Guildhall to the same path', async () => {
    const machine = machineWith({ answer: RUNNING });
    await managerOf(machine).install();
    const program = { ...PROGRAM, version: '1.3.0' };
    const [unit] = (await managerOf(machine, { program }).state()).units;
    assert.equal(unit?.isCurrent, false);
    assert.equal(await managerOf(machine, { program }).install(), 'updated');
    assert.equal(machine.commands.at(-1), 'systemctl --user restart guildhall.service');
  });

  test('is written nowhere if one of its files is of somebody else', async () => {
    const machine = machineWith({ files: { [DESKTOP_UNIT]: '[Unit]\n' } });
    await assert.rejects(
      managerOf(machine).install(),
      isUserError(/desktop\.service is not Guildhall's/, /move it/),
    );
    await assert.rejects(managerOf(machine).uninstall({ purge: false }), /is not Guildhall's/);
    assert.equal(machine.files.has(UNIT), false);
    assert.equal(machine.files.get(DESKTOP_UNIT), '[Unit]\n');
  });

  test('leaves nothing when it is uninstalled', async () => {
    const machine = machineWith();
    await managerOf(machine).install();
    assert.equal(await managerOf(machine).uninstall({ purge: false }), 'uninstalled');
    assert.deepEqual([...machine.files.keys()], ['/run/systemd/system']);
    assert.ok(
      machine.commands.includes('systemctl --user disable --now guildhall.service guildhall-desktop.service'),
    );
    assert.ok(machine.emptied.includes('/home/ada/.config/systemd/user/default.target.wants'));
    assert.equal(await managerOf(machine).uninstall({ purge: false }), 'absent');
  });

  test('has its state, and the hint how to start it with the machine', async () => {
    const answer: MockCommand = (command, args) =>
      command === 'loginctl' ? { stdout: 'Linger=no\n' } : RUNNING(command, args);
    const machine = machineWith({ answer });
    await managerOf(machine).install();
    const { notes, startsAtBoot, units } = await managerOf(machine).state();
    assert.equal(startsAtBoot, false);
    assert.match(notes.join(), /loginctl enable-linger ada/);
    const [unit] = units;
    assert.deepEqual(
      [unit?.pid, unit?.restarts, unit?.status, unit?.reason, unit?.isCurrent],
      [812, 2, 'RPC 1=2', 'watchdog', true],
    );
  });

  test('explains what to do without systemd, and without a user manager', async () => {
    const without = new MockMachine({ platform: 'linux' });
    await assert.rejects(
      managerOf(without).install(),
      isUserError(/does not run systemd/, /guildhall start/),
    );
    const unreachable = machineWith({ answer: () => ({ exitCode: 1, stderr: 'No medium found\n' }) });
    await assert.rejects(
      managerOf(unreachable).install(),
      isUserError(/No medium found/, /loginctl enable-linger ada/),
    );
  });

  test('is not installed for root by sudo', async () => {
    const machine = machineWith({ user: ROOT, environment: { SUDO_USER: 'ada' } });
    await assert.rejects(managerOf(machine).install(), isUserError(/of root, not yours/, /without sudo/));
  });

  test('fails with what systemctl printed, and where to look', async () => {
    const answer: MockCommand = (_command, args) =>
      args.includes('restart') ? { exitCode: 1, stderr: 'Job failed.' } : undefined;
    await assert.rejects(
      managerOf(machineWith({ answer })).install(),
      isUserError(/restart guildhall\.service failed: Job failed/, /journalctl --user/),
    );
  });
});

describe('the system services under systemd', () => {
  const system = { scope: 'system' } as const;
  const SECRET = '/etc/guildhall/voice.secret';

  test('share a random secret that only root can read, and that a further installation keeps', async () => {
    const machine = machineWith({ user: ROOT });
    await managerOf(machine, system).install();
    const secret = machine.files.get(SECRET) ?? '';
    assert.match(secret, /^[\w-]{43}\n$/);
    assert.equal(machine.modes.get(SECRET), 0o600);
    await managerOf(machine, system).install();
    assert.equal(machine.files.get(SECRET), secret);
    const texts = [...machine.files].filter(([path]) => path.endsWith('.service')).map(([, text]) => text);
    assert.equal(texts.length, 2);
    for (const text of texts) assert.ok(!text?.includes(secret.trim()));
  });

  test('are only for root', async () => {
    const install = managerOf(machineWith(), system).install();
    await assert.rejects(install, isUserError(/only root/, /sudo guildhall service install --system/));
    await assert.rejects(managerOf(machineWith(), system).uninstall({ purge: false }), /only root/);
  });

  for (const [what, owner] of [
    ['of another user', { uid: 1000 }],
    ['that everybody can write', { mode: 0o777 }],
    ['that a group can write', { mode: 0o775, gid: 50 }],
  ] as const) {
    test(`do not run a program below a folder ${what}`, async () => {
      const machine = machineWith({ user: ROOT, owners: { '/usr/lib/guildhall': owner } });
      await assert.rejects(
        managerOf(machine, system).install(),
        isUserError(/users other than root can change \/usr\/lib\/guildhall/, /for all users/),
      );
      assert.deepEqual([...machine.files.keys()], ['/run/systemd/system']);
    });
  }

  for (const [what, options] of [
    ['Node.js in a folder of another user by a link', { '/opt/node/bin': { uid: 1000 } }],
    ['a program by a link that another user owns', { '/usr/bin/node': { uid: 1000 } }],
    ['a bundle that another user can change', { '/usr/lib/guildhall/dist/bundle/cli.cjs': { uid: 1000 } }],
    ['modules that another user can change', { '/usr/lib/guildhall/node_modules': { mode: 0o777 } }],
  ] as const) {
    test(`do not run ${what}`, async () => {
      const root = '/usr/lib/guildhall';
      const machine = machineWith({
        user: ROOT,
        owners: options,
        links: { '/usr/bin/node': '/opt/node/bin/node' },
        files: { [`${root}/dist/bundle/cli.cjs`]: '', [`${root}/node_modules`]: null },
      });
      const [path = ''] = Object.keys(options);
      await assert.rejects(
        managerOf(machine, system).install(),
        isUserError(new RegExp(`users other than root can change ${path}$`), /for all users/),
      );
    });
  }

  test('do not run a program in a home folder, which they cannot see', async () => {
    const program = { ...PROGRAM, node: '/home/ada/.nvm/bin/node' };
    await assert.rejects(
      managerOf(machineWith({ user: ROOT }), { ...system, program }).install(),
      isUserError(/in a home folder/, /for all users/),
    );
  });

  test('keep the secret of units that a package has installed', async () => {
    const machine = machineWith({ user: ROOT, files: { [SECRET]: 'of the package' } });
    assert.equal(await managerOf(machine, system).uninstall({ purge: false }), 'absent');
    assert.equal(machine.files.get(SECRET), 'of the package');
  });

  test('keep their data when they are uninstalled, unless they are purged', async () => {
    const data = '/var/lib/private/guildhall-api/store.db';
    const machine = machineWith({ user: ROOT, files: { [data]: '', '/var/lib/private/other/x': '' } });
    await managerOf(machine, system).install();
    await managerOf(machine, system).uninstall({ purge: false });
    assert.ok(machine.files.has(data));
    await managerOf(machine, system).uninstall({ purge: true });
    assert.deepEqual(
      new Set(machine.files.keys()),
      new Set(['/run/systemd/system', '/var/lib/private/other/x']),
    );
  });
});
