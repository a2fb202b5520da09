import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { MEASURED } from '../../../guest-result.js';
import { DebianPackage } from '../debian-package.js';
import { recordFiles } from '../files.js';
import { assertIsolated } from '../isolated.js';
import { OF_DEBIAN, Person } from '../person.js';
import { readyFrame } from '../ready-frame.js';
import { testRestarts } from '../restarts.js';
import { mainUnit, type Service, untilBack } from '../state.js';

const root = Person.root(OF_DEBIAN);
const ada = Person.user('ada', OF_DEBIAN);
/** Prints the status of a reply. */
const REQUEST = 'fetch(process.argv[1]).then(({ status }) => process.stdout.write(String(status)))';

test('the Debian package installs on a machine without a compiler and a network', () => {
  assertIsolated(ada);
  ada.addDesktopFiles();
  recordFiles();
  DebianPackage.first.install();
  assert.equal(ada.succeed('--version'), DebianPackage.first.version);
});

test('without a service manager of the person, the error names loginctl enable-linger', () => {
  const { exitCode, stderr } = ada.guildhall('service', 'install');
  assert.equal(exitCode, 1);
  assert.match(stderr, /user manager cannot be reached/);
  assert.match(stderr, /loginctl enable-linger ada/);
  execFileSync('loginctl', ['enable-linger', 'ada']);
});

test('only root installs system services', () => {
  const { exitCode, stderr } = ada.guildhall('service', 'install', '--system');
  assert.equal(exitCode, 1);
  assert.match(stderr, /Run: sudo .*service install --system/);
});

test('service install --system starts the API service and the voice endpoint, each as a user of its own', async () => {
  const { outcome, service } = root.json<{ outcome: string; service: Service }>(
    'service',
    'install',
    '--system',
  );
  assert.equal(outcome, 'installed');
  assert.deepEqual(
    service.units.map(({ state, status }) => [state, status?.replace(/\d{4,}/, 'N')]),
    [
      ['active', 'API http://127.0.0.1:N/api'],
      ['active', 'voice endpoint 127.0.0.1:N of http://127.0.0.1:6440/api'],
    ],
  );
  const users = service.units.map(({ pid }) => statSync(`/proc/${pid}`).uid);
  assert.equal(new Set([...users, 0]).size, 3);
  const reply = await fetch('http://127.0.0.1:6440/api/users/@me');
  assert.equal(reply.status, 401);
});

test('root administers the API service of the machine while it runs', async () => {
  const home = ['--home', '/var/lib/guildhall-api'];
  const { token } = root.json<{ token: string }>('users', 'create', '--username', 'grace', ...home);
  const headers = { authorization: token };
  assert.equal((await fetch('http://127.0.0.1:6440/api/users/@me', { headers })).status, 200);
  assert.notEqual(ada.guildhall('users', 'list', ...home).exitCode, 0);
});

test('the API service does not start with GUILDHALL_ALLOW_USERS unless its unit lets it tell users apart', () => {
  const settings = '/etc/guildhall/api.env';
  const override = '/etc/systemd/system/guildhall-api.service.d';
  const restart = () => {
    root.run('systemctl', 'daemon-reload');
    root.run('systemctl', 'reset-failed', 'guildhall-api');
    return root.run('systemctl', 'restart', 'guildhall-api').exitCode;
  };
  const request = (person: Person) =>
    person.run(process.execPath, '-e', REQUEST, 'http://127.0.0.1:6440/api/users/@me').stdout;
  writeFileSync(settings, 'GUILDHALL_ALLOW_USERS=ada\n');
  try {
    assert.notEqual(restart(), 0);
    const { stdout } = root.run('journalctl', '--no-pager', '--unit', 'guildhall-api');
    assert.match(stdout, /allow_users: .*cannot be told from others/);
    mkdirSync(override);
    writeFileSync(`${override}/users.conf`, '[Service]\nPrivateUsers=no\n');
    assert.equal(restart(), 0, root.run('journalctl', '--no-pager', '--unit', 'guildhall-api').stdout);
    assert.deepEqual([request(ada), request(Person.user('nobody'))], ['401', '403']);
  } finally {
    rmSync(override, { recursive: true, force: true });
    rmSync(settings);
    assert.equal(restart(), 0);
  }
});

test('systemd-analyze security rates both services at most 1.5', (context) => {
  for (const unit of ['guildhall-api.service', 'guildhall-voice.service']) {
    const { stdout } = root.run('systemd-analyze', 'security', '--no-pager', unit);
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    context.diagnostic(`${MEASURED}systemd-analyze security ${unit}: ${exposure}`);
    assert.ok(Number(exposure) <= 1.5, stdout);
  }
});

test('service install starts the daemon of the person, and reports what it serves and lacks', () => {
  const { outcome, service } = ada.json<{ outcome: string; service: Service }>('service', 'install');
  assert.equal(outcome, 'installed');
  assert.equal(service.starts_at_boot, true);
  const { enabled, state, status } = mainUnit(service);
  assert.deepEqual([enabled, state], [true, 'active']);
  assert.match(status ?? '', /RPC 127\.0\.0\.1:6463 .*no desktop session: no notifications/);
  const { missing } = ada.json<Service>('service', 'status');
  assert.ok(missing?.some(({ message }) => message.includes('DISPLAY')));
  assert.match(readyFrame(ada), /"evt":"READY"/);
});

test('a further installation changes nothing', () => {
  const { pid } = mainUnit(ada.json<Service>('service', 'status'));
  const { outcome, service } = ada.json<{ outcome: string; service: Service }>('service', 'install');
  assert.deepEqual([outcome, mainUnit(service).pid], ['unchanged', pid]);
});

testRestarts(ada);

test('another home with characters that units give a meaning is used as it is, and the first one again', async () => {
  const home = `${ada.folder}/a "home" with %h, $HOME and \\`;
  const changed = ada.json<{ outcome: string }>('service', 'install', '--home', home);
  assert.equal(changed.outcome, 'updated');
  assert.equal(ada.json<{ rpc: { port: number } }>('status', '--home', home).rpc.port, 6463);
  assert.equal(ada.json<{ outcome: string }>('service', 'install').outcome, 'updated');
  ada.run('rm', '-r', home);
  assert.equal(ada.guildhall('status').exitCode, 0);
});

test('a desktop session that begins later restarts the daemon, which then knows its display', async () => {
  const { pid } = mainUnit(ada.json<Service>('service', 'status'));
  // What desktops do: they pass on their display, and start a unit that holds the session.
  const session = `${ada.folder}/.config/systemd/user/lab-session.service`;
  writeFileSync(
    session,
    '[Unit]\nBindsTo=graphical-session.target\n[Service]\nExecStart=/bin/sleep infinity\n',
  );
  ada.systemctl('daemon-reload');
  ada.systemctl('set-environment', 'DISPLAY=:9');
  assert.equal(ada.systemctl('start', 'lab-session').exitCode, 0);
  assert.doesNotMatch(mainUnit(await untilBack(ada, pid)).status ?? '', /no desktop session/);
  ada.systemctl('stop', 'lab-session');
  rmSync(session);
});
