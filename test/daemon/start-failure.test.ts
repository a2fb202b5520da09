import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { doctorCommand, toStartError } from '#guildhall/daemon/process/start-failure.js';
import { toShellCommand } from '#guildhall/platform/text/shell-word.js';
import { StoreError } from '#guildhall/store/errors.js';

const failed = { reportFolder: '/nonexistent', doctor: 'guildhall doctor', time: 0 };

test('a start that a full disk ends says so with a hint', () => {
  const { message, hint } = toStartError(new StoreError('database or disk is full', 'SQLITE_FULL'), failed);
  assert.equal(message, 'failed to start: the disk is full');
  assert.equal(hint, 'Free some space and try again.');
});

test('an error of the store without a known meaning names guildhall doctor', () => {
  const { message, hint } = toStartError(new StoreError('no such table: users', 'SQLITE_ERROR'), failed);
  assert.equal(message, 'failed to start: no such table: users');
  assert.equal(hint, 'Find known causes with: guildhall doctor');
});

test('the command of doctor has the database, the bus and the home of the start', () => {
  const flags = {
    home: resolve('/srv/a b'),
    store: 'postgres://db.example/chat?sslmode=require',
    busPasswordFile: 'p',
  };
  assert.equal(
    doctorCommand({ ...flags, apiPort: '1' }, {}),
    toShellCommand(
      ...['guildhall', 'doctor', '--store', flags.store, '--bus-password-file', 'p', '--home', flags.home],
    ),
  );
  assert.equal(doctorCommand({}, {}), 'guildhall doctor');
});
