import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEASURED } from '../../../guest-result.js';
import { DebianPackage } from '../../service/debian-package.js';
import { recordFiles } from '../../service/files.js';
import { assertIsolated } from '../../service/isolated.js';
import { readyFrame } from '../../service/ready-frame.js';
import { testRestarts } from '../../service/restarts.js';
import { installFromNpm } from '../npm-package.js';
import { bob, enableLinger, eve } from '../people.js';

const { version } = DebianPackage.first;

enableLinger();
for (const { person } of [bob, eve]) person.addDesktopFiles();
recordFiles();

test('the machine has neither a compiler nor a network', () => assertIsolated(bob.person));

test('the Debian package installs, and its daemon serves RPC as a service', (context) => {
  const started = performance.now();
  DebianPackage.first.install();
  assert.equal(bob.person.succeed('--version'), version);
  bob.person.succeed('service', 'install');
  assert.match(readyFrame(bob.person), /"evt":"READY"/);
  const seconds = Math.round((performance.now() - started) / 1000);
  context.diagnostic(`${MEASURED}from apt install to READY: ${seconds} s, emulated`);
});

test('the npm package installs for one user without a network, and its daemon serves RPC as a service', () => {
  installFromNpm(eve.person, version);
  assert.equal(eve.person.succeed('--version'), version);
  eve.person.succeed('service', 'install');
  assert.match(readyFrame(eve.person), /"evt":"READY"/);
});

for (const { name, person } of [bob, eve]) testRestarts(person, `${name}: `);
