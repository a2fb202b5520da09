import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeEnd } from '#guildhall/hardware/host/host-process.js';
import { unavailabilityOf } from '#guildhall/hardware/host/load-failure.js';

describe('a driver that cannot be loaded', () => {
  test('names the missing library and the package that contains it', () => {
    const error = new Error('libasound.so.2: cannot open shared object file: No such file or directory');
    const { reason, hint } = unavailabilityOf(error);
    assert.equal(reason, 'libasound.so.2 is missing');
    assert.match(hint ?? '', /^apt install libasound2\b/);
  });

  test('names a missing library of an unknown package', () => {
    const { reason, hint } = unavailabilityOf(new Error('libfoo-2.so.3: cannot open shared object file: x'));
    assert.deepEqual(
      [reason, hint],
      ['libfoo-2.so.3 is missing', 'Install the package that contains libfoo-2.so.3'],
    );
  });

  test('has the hint to run setup if its native module is not installed', () => {
    for (const message of [
      "Cannot find module 'uiohook-napi'\nRequire stack: …",
      'No native build was found for platform=linux',
      'Could not locate the bindings file. Tried: …',
    ]) {
      assert.equal(unavailabilityOf(new Error(message), 'linux').hint, 'npm run setup');
      assert.match(unavailabilityOf(new Error(message), 'win32').hint ?? '', /npm run setup.*antivirus/);
    }
  });

  test('has a hint about antivirus programs if Windows refuses its native module', () => {
    const error = Object.assign(new Error('Access is denied.\r\n\\\\?\\C:\\HID.node'), {
      code: 'ERR_DLOPEN_FAILED',
    });
    const { reason, hint } = unavailabilityOf(error, 'win32');
    assert.equal(reason, 'Access is denied.');
    assert.match(hint ?? '', /antivirus/);
    assert.equal(unavailabilityOf(error, 'linux').hint, null);
  });

  test('gives the first line of any other error', () => {
    assert.deepEqual(unavailabilityOf(new Error('broken\nat …')), { reason: 'broken', hint: null });
  });
});

describe('the end of a process', () => {
  test('is described with the last line of its standard error', () => {
    assert.equal(describeEnd({ signal: 'SIGABRT', code: null, stderrTail: '' }), 'it died of SIGABRT');
    assert.equal(
      describeEnd({ signal: null, code: 1, stderrTail: 'X connection broken' }),
      'it exited with code 1: X connection broken',
    );
    assert.equal(
      describeEnd({ signal: null, code: null, stderrTail: 'EAGAIN' }),
      'it could not be started: EAGAIN',
    );
  });
});
