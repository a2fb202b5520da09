import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSessionBus } from '#guildhall/platform/dbus/find-session-bus.js';
import { onlyLinux } from '../../helpers/only-on.js';

const linux = { skip: onlyLinux('D-Bus is of its desktops') };

for (const [environment, path] of [
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/7/bus,guid=12' }, '/run/user/7/bus'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x' }, '\0/tmp/dbus-x'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=a,port=1;unix:path=/a%20b' }, '/a b'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'autolaunch:' }, null],
  [{ XDG_RUNTIME_DIR: '/run/user/7' }, '/run/user/7/bus'],
  [{}, null],
] as const) {
  test(`the session bus of ${JSON.stringify(environment)} is ${JSON.stringify(path)}`, linux, () => {
    assert.equal(findSessionBus(environment), path);
  });
}
