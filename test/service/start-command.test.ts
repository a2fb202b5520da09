import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceStartCommand } from '#guildhall/service/start-command.js';

test('the command that starts the service is the one of its system', () => {
  assert.equal(serviceStartCommand('linux', 1000), 'systemctl --user start guildhall');
  assert.equal(serviceStartCommand('darwin', 501), 'launchctl kickstart gui/501/guildhall');
  assert.equal(serviceStartCommand('win32', null), 'schtasks /Run /TN Guildhall');
  assert.equal(serviceStartCommand('freebsd', 1001), null);
});
