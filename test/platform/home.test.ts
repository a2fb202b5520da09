import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveHome, xdgFolder } from '#guildhall/platform/home.js';
import { onlyLinux } from '../helpers/only-on.js';

const linux = { skip: onlyLinux('other systems have no XDG folders') };

test('the data folder follows XDG_DATA_HOME if it is absolute', linux, () => {
  const own = '/home/ada/.local/share/guildhall';
  for (const [XDG_DATA_HOME, expected] of [
    ['/data', '/data/guildhall'],
    ['data', own],
    ['', own],
    [undefined, own],
  ] as const)
    assert.equal(resolveHome(undefined, { HOME: '/home/ada', XDG_DATA_HOME }), expected);
  assert.equal(resolveHome(undefined, {}), join(homedir(), '.local/share/guildhall'));
  assert.equal(xdgFolder({ XDG_RUNTIME_DIR: './run' }, 'XDG_RUNTIME_DIR'), undefined);
});

test('an empty or relative HOME is refused if it is needed', linux, () => {
  assert.throws(() => resolveHome(undefined, { HOME: '' }), { message: 'HOME is empty', hint: /--home/ });
  assert.throws(() => resolveHome(undefined, { HOME: 'ada' }), { message: 'HOME is not an absolute path' });
  assert.throws(() => resolveHome(undefined, { HOME: '', XDG_DATA_HOME: 'data' }), /HOME is empty/);
  assert.equal(resolveHome(undefined, { HOME: '', XDG_DATA_HOME: '/data' }), '/data/guildhall');
  assert.equal(resolveHome(undefined, { HOME: '', GUILDHALL_HOME: '/g' }), '/g');
  assert.equal(resolveHome('/flag', { HOME: '' }), '/flag');
});
