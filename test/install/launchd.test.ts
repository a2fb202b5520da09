import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createServiceManager } from '#guildhall/install/create-service-manager.js';
import { type MockCommand, MockMachine } from '../mocks/mock-machine.js';

const AGENT = '/Users/ada/Library/LaunchAgents/guildhall.plist';
const USER = { name: 'ada', uid: 501, folder: '/Users/ada' };

const EXPECTED = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>guildhall</string>
  <key>GuildhallVersion</key>
  <string>1.2.3</string>
  <key>ProgramArguments</key>
  <array>
    <string>/opt/my node</string>
    <string>/opt/a &amp; &quot;b&quot;/main.js</string>
    <string>--home</string>
    <string>/Users/ada/&lt;data&gt;</string>
    <string>start</string>
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`;

/** launchctl with an agent that is loaded or not. @param ending how often an agent is listed after it was unloaded */
function launchctl(isLoaded: boolean, ending = 2): MockCommand {
  let isEnding = false;
  return (_command, [verb]) => {
    isEnding ||= verb === 'bootout';
    if (verb === 'bootstrap' && isEnding && ending > 0) return { exitCode: 5, stderr: 'Input/output error' };
    if (verb !== 'print') return undefined;
    if (isEnding) {
      ending -= 1;
      if (ending < 0) return { exitCode: 113 };
    }
    return isLoaded
      ? { stdout: 'gui/501/guildhall = {\n\tstate = running\n\tpid = 77\n\tlast exit code = 70\n}\n' }
      : { exitCode: 113 };
  };
}

function onMac(isLoaded: boolean, files = {}, ending?: number) {
  const answer = launchctl(isLoaded, ending);
  const machine = new MockMachine({ platform: 'darwin', user: USER, files, answer });
  const manager = createServiceManager({
    machine,
    program: { node: '/opt/my node', cli: '/opt/a & "b"/main.js', version: '1.2.3' },
    scope: 'user',
    home: '/Users/ada/<data>',
    command: '',
  });
  return { machine, manager };
}

describe('the launchd agent', () => {
  test('is written and loaded', async () => {
    const { machine, manager } = onMac(false);
    assert.equal(await manager.install(), 'installed');
    assert.equal(machine.files.get(AGENT), EXPECTED);
    assert.deepEqual(machine.commands, [
      'launchctl print gui/501/guildhall',
      'launchctl enable gui/501/guildhall',
      `launchctl bootstrap gui/501 ${AGENT}`,
    ]);
  });

  test('is not touched if the same one is loaded', async () => {
    const { machine, manager } = onMac(true, { [AGENT]: EXPECTED });
    assert.equal(await manager.install(), 'unchanged');
    assert.deepEqual(machine.commands, ['launchctl print gui/501/guildhall']);
  });

  test('is loaded again if it has changed', async () => {
    const { machine, manager } = onMac(true, { [AGENT]: 'former' });
    assert.equal(await manager.install(), 'updated');
    assert.equal(machine.commands[1], 'launchctl bootout gui/501/guildhall');
  });

  test('is loaded again only when the former one has ended', async () => {
    const { machine, manager } = onMac(true, { [AGENT]: 'former' });
    await manager.install();
    assert.equal(machine.waited, 500);
    const { manager: hanging } = onMac(true, { [AGENT]: 'former' }, Number.POSITIVE_INFINITY);
    await assert.rejects(hanging.install(), /does not unload/);
  });

  test('has its state', async () => {
    const [unit] = (await onMac(true, { [AGENT]: EXPECTED }).manager.state()).units;
    assert.deepEqual(
      [unit?.state, unit?.pid, unit?.reason, unit?.isCurrent],
      ['running', 77, 'exit code 70', true],
    );
    const [absent] = (await onMac(false).manager.state()).units;
    assert.deepEqual([absent?.state, absent?.path], ['not loaded', null]);
  });

  test('leaves nothing when it is uninstalled', async () => {
    const { machine, manager } = onMac(true, { [AGENT]: EXPECTED });
    assert.equal(await manager.uninstall({ purge: false }), 'uninstalled');
    assert.equal(machine.files.size, 0);
    assert.equal(await onMac(false).manager.uninstall({ purge: false }), 'absent');
  });

  test('cannot be a system service', () => {
    const { machine } = onMac(false);
    const program = { node: '/n', cli: '/c', version: '1.2.3' };
    assert.throws(
      () => createServiceManager({ machine, program, scope: 'system', home: null, command: '' }),
      /need systemd/,
    );
  });
});

test('what launchd would be asked and told is shown without running it', () => {
  const { machine, manager } = onMac(true);
  assert.deepEqual(manager.removal({ purge: false }), {
    commands: [['launchctl', 'bootout', 'gui/501/guildhall']],
    removes: [AGENT],
  });
  assert.deepEqual(manager.query(), {
    commands: [['launchctl', 'print', 'gui/501/guildhall']],
    reads: [AGENT],
  });
  assert.deepEqual(machine.commands, []);
});
