import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleAccess } from '#guildhall/control/console/console-access.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const MINUTE = 60_000;

function codeOf(address: string): string {
  return new URLSearchParams(new URL(address).hash.slice(1)).get('code') ?? '';
}

function open() {
  const clock = new ManualClock();
  const access = new ConsoleAccess('http://127.0.0.1:6490/', clock, silentLogger);
  return { clock, access, newCode: () => codeOf(access.createAddress()) };
}

test('a code works once', () => {
  const { access, newCode } = open();
  const code = newCode();
  assert.ok(code.length >= 40);
  assert.notEqual(access.exchange(code), null);
  assert.equal(access.exchange(code), null);
});

test('a code ends after two minutes', async () => {
  const { clock, access, newCode } = open();
  const early = newCode();
  const late = newCode();
  await clock.advance(2 * MINUTE - 1);
  assert.notEqual(access.exchange(early), null);
  await clock.advance(1);
  assert.equal(access.exchange(late), null);
});

test('unknown codes do not work, and new codes replace the oldest', () => {
  const { access, newCode } = open();
  assert.equal(access.exchange(''), null);
  assert.equal(access.exchange('guess'), null);
  const oldest = newCode();
  const newest = Array.from({ length: 16 }, newCode).at(-1) ?? '';
  assert.equal(access.exchange(oldest), null);
  assert.notEqual(access.exchange(newest), null);
});

test('a session needs both of its secrets', () => {
  const { access, newCode } = open();
  const one = access.exchange(newCode());
  const other = access.exchange(newCode());
  assert.ok(one && other);
  assert.equal(access.admits(one.id, one.token), true);
  assert.equal(access.admits(one.id, other.token), false);
  assert.equal(access.admits(one.token, one.id), false);
  assert.equal(access.admits('', ''), false);
});

test('a session ends after twelve hours without use', async () => {
  const { clock, access, newCode } = open();
  const session = access.exchange(newCode());
  assert.ok(session);
  for (let day = 0; day < 4; day += 1) {
    await clock.advance(11 * 60 * MINUTE);
    assert.equal(access.admits(session.id, session.token), true);
  }
  await clock.advance(12 * 60 * MINUTE);
  assert.equal(access.admits(session.id, session.token), false);
});

test('pages that are open are counted until they close', () => {
  const { access } = open();
  const tab = new AbortController();
  access.pageOpened(tab.signal);
  assert.equal(access.openPages, 1);
  tab.abort();
  assert.equal(access.openPages, 0);
});
