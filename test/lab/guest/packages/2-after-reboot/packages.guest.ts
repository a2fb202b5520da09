import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { eventually } from '../../../../helpers/eventually.js';
import { DebianPackage } from '../../service/debian-package.js';
import { assertNothingLeft } from '../../service/files.js';
import type { Person } from '../../service/person.js';
import { readyFrame } from '../../service/ready-frame.js';
import { untilBack } from '../../service/state.js';
import { installFromNpm, removeNpmFiles } from '../npm-package.js';
import { bob, eve } from '../people.js';

const { version } = DebianPackage.second;

for (const { name, person } of [bob, eve]) {
  test(`${name}: after a reboot the daemon serves RPC, without anybody logging in`, async () => {
    await untilBack(person, null);
    assert.match(readyFrame(person), /"evt":"READY"/);
  });
}

test('an upgrade of the Debian package restarts the daemon, which keeps all data', async () => {
  bob.person.succeed('demo');
  const earlier = dataOf(bob.person);
  DebianPackage.second.install();
  await untilServing(bob.person, version);
  assert.deepEqual(dataOf(bob.person), earlier);
});

test('an upgrade of the npm package keeps all data, and service install restarts the daemon', async () => {
  eve.person.succeed('demo');
  const earlier = dataOf(eve.person);
  installFromNpm(eve.person, version);
  eve.person.succeed('service', 'install');
  await untilServing(eve.person, version);
  assert.deepEqual(dataOf(eve.person), earlier);
});

test('uninstalling the services and removing the packages leaves no file, unit or user', () => {
  for (const { person } of [bob, eve]) {
    person.succeed('service', 'uninstall');
    const units = person.systemctl('list-units', '--all').stdout;
    assert.doesNotMatch(units, /guildhall\.service/);
    // The home is the person's.
    person.run('rm', '-r', `${person.folder}/.local`);
  }
  removeNpmFiles(eve.person);
  DebianPackage.purge();
  assertNothingLeft();
  assert.ok(!existsSync('/usr/lib/guildhall'));
});

/** What an upgrade must keep. */
function dataOf(person: Person): unknown[] {
  return ['whoami', 'apps list', 'grants list', 'guilds list'].map((each) =>
    JSON.parse(person.succeed(...each.split(' '), '--json'), withoutUse),
  );
}

/** When a grant was last used is known of the time since the daemon was started. */
function withoutUse(key: string, value: unknown): unknown {
  return key === 'last_used_at' ? undefined : value;
}

/** Waits until the daemon of a person is one of this version. */
async function untilServing(person: Person, wanted: string): Promise<void> {
  const served = () => person.guildhall('status').stdout;
  await eventually(() => new RegExp(`^version +${wanted}$`, 'm').test(served()), { describe: served });
}
