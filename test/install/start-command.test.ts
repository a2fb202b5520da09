import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceStartCommand } from '#guildhall/install/start-command.js';

test('the command that starts the service is the one of its system', () => {
  assert.equal(serviceStartCommand('linux', 1000, true), 'systemctl --user start guildhall');
  assert.equal(serviceStartCommand('linux', 1000, false), null);
  assert.equal(serviceStartCommand('darwin', 501, false), 'launchctl kickstart gui/501/guildhall');
  assert.equal(serviceStartCommand('win32', null, false), 'schtasks /Run /TN Guildhall');
  assert.equal(serviceStartCommand('freebsd', 1001, false), null);
});
