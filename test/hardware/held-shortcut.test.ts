import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LostKeys } from '#guildhall/hardware/hardware.js';
import { HeldShortcut } from '#guildhall/hardware/input/held-shortcut.js';
import type { Shortcut } from '#guildhall/protocol/rpc/shortcut.js';

const [A, B, C] = [4, 5, 6].map((code) => ({ type: 0, code, name: String(code) }) as const);

function watch(shortcut: Shortcut, lost?: LostKeys) {
  const changes: boolean[] = [];
  const held = new HeldShortcut(shortcut, (isHeld) => changes.push(isHeld), lost);
  const key = (down: boolean) => (each: Shortcut[number] | undefined) => {
    if (each !== undefined) held.event({ key: each, down });
  };
  return { changes, held, press: key(true), release: key(false) };
}

test('a shortcut is held while all of its keys are down, whatever other keys are', () => {
  const { changes, press, release } = watch([A, B].filter((key) => key !== undefined));
  press(C);
  press(B);
  assert.deepEqual(changes, []);
  press(A);
  press(A);
  assert.deepEqual(changes, [true]);
  release(C);
  release(B);
  assert.deepEqual(changes, [true, false]);
});

test('a shortcut is no longer held when key events may have been missed', () => {
  const { changes, held, press } = watch([A].filter((key) => key !== undefined));
  press(A);
  held.interrupted();
  assert.deepEqual(changes, [true, false]);
});

test('a shortcut may count as held although key events may have been missed, until its next event', () => {
  const { changes, held, press, release } = watch(
    [A].filter((key) => key !== undefined),
    'as they were',
  );
  press(A);
  held.interrupted();
  press(B);
  assert.deepEqual(changes, [true]);
  release(A);
  assert.deepEqual(changes, [true, false]);
});

test('a key that is down before it is watched counts once it is pressed again, unless it counts as it was', () => {
  const keys = [A, B].filter((key) => key !== undefined);
  for (const [lost, before, after] of [
    [undefined, [], [true]],
    ['as they were', [true, false, true], [false, true]],
  ] as const) {
    const { changes, held, press, release } = watch(keys, lost);
    for (const key of keys) held.event({ key, down: true, fromStart: true });
    // Drivers may repeat a key that is held.
    press(A);
    release(A);
    press(A);
    assert.deepEqual(changes, before);
    release(B);
    press(B);
    assert.deepEqual(changes, [...before, ...after]);
  }
});

test('a shortcut without keys is never held', () => {
  const { changes, press, release } = watch([]);
  press(A);
  release(A);
  assert.deepEqual(changes, []);
});
