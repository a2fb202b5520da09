import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../../helpers/eventually.js';
import { DebianPackage } from '../debian-package.js';
import { assertNothingLeft } from '../files.js';
import { OF_DEBIAN, Person } from '../person.js';
import { readyFrame } from '../ready-frame.js';
import { mainUnit, type Service, untilBack } from '../state.js';

const root = Person.root(OF_DEBIAN);
const ada = Person.user('ada', OF_DEBIAN);

test('after a reboot all services serve, without anybody logging in', async () => {
  assert.match(mainUnit(await untilBack(ada, null)).status ?? '', /RPC 127\.0\.0\.1:6463/);
  assert.match(readyFrame(ada), /"evt":"READY"/);
  await untilBack(root, null, '--system');
  await eventually(async () => (await fetch('http://127.0.0.1:6440/api/users/@me')).status === 401);
});

test('service uninstall and purging the package leave no process, unit, user or file but the data', () => {
  const { pid } = mainUnit(ada.json<Service>('service', 'status'));
  const removed = ada.json<{ outcome: string; data: string }>('service', 'uninstall');
  assert.equal(removed.outcome, 'uninstalled');
  assert.throws(() => process.kill(pid ?? 0, 0), /ESRCH/);
  ada.run('rm', '-r', removed.data);
  assert.equal(ada.json<{ outcome: string }>('service', 'uninstall').outcome, 'absent');
  root.json('service', 'uninstall', '--system', '--purge');

  const units = [ada.systemctl('list-units', '--all'), root.run('systemctl', 'list-units', '--all')];
  for (const { stdout } of units) assert.doesNotMatch(stdout, /guildhall-(?!lab)|guildhall\.service/);
  assert.notEqual(root.run('getent', 'passwd', 'guildhall-api').exitCode, 0);
  DebianPackage.purge();
  assertNothingLeft();
});
