import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KEY_TABLE } from '#guildhall/hardware/input/key-table.js';
import { mouseButton } from '#guildhall/hardware/input/mouse-buttons.js';
import { ShortcutRecorder } from '#guildhall/hardware/input/shortcut-recorder.js';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';
import { fc } from '../helpers/fast-check.js';
import { keyOfName } from '../helpers/keys.js';

const [ctrl, shift, f5, f6] = [keyOfName('ctrl'), keyOfName('shift'), keyOfName('f5'), keyOfName('f6')];
const left = mouseButton(1);
assert.ok(left);

describe('the shortcut recorder', () => {
  test('returns the keys that are down with every key that goes down', () => {
    const recorder = new ShortcutRecorder();
    assert.deepEqual(recorder.press(ctrl), [ctrl]);
    assert.deepEqual(recorder.press(shift), [ctrl, shift]);
    assert.deepEqual(recorder.press(left), [ctrl, shift, left]);
  });

  test('ignores auto-repeat', () => {
    const recorder = new ShortcutRecorder();
    recorder.press(f5);
    assert.equal(recorder.press(f5), null);
  });

  test('leaves out keys that were down before, but adds their modifiers to the next press', () => {
    const recorder = new ShortcutRecorder();
    for (const held of [f6, ctrl, shift]) recorder.hold(held);
    // Auto-repeat, and a modifier that is released with nothing pressed.
    assert.equal(recorder.press(f6), null);
    recorder.release(shift);
    assert.equal(recorder.completed, null);
    assert.deepEqual(recorder.press(f5), [ctrl, f5]);
    assert.equal(recorder.press(ctrl), null);
    for (const released of [f6, f5, ctrl]) recorder.release(released);
    assert.deepEqual(recorder.completed, [ctrl, f5]);
    assert.deepEqual(recorder.press(f6), [f6]);
  });

  test('completes a combination when its last key is up, whatever the order of the releases', () => {
    for (const releases of [
      [f5, shift, ctrl],
      [ctrl, shift, f5],
    ]) {
      const recorder = new ShortcutRecorder();
      for (const pressed of [ctrl, shift, f5]) recorder.press(pressed);
      for (const released of releases) {
        assert.equal(recorder.completed, null);
        recorder.release(released);
      }
      assert.deepEqual(recorder.completed, [ctrl, shift, f5]);
    }
  });

  test('keeps the first of two combinations of equal size without a full release in between', () => {
    const recorder = new ShortcutRecorder();
    recorder.press(ctrl);
    recorder.press(f5);
    recorder.release(f5);
    recorder.press(f6);
    recorder.release(f6);
    recorder.release(ctrl);
    assert.deepEqual(recorder.completed, [ctrl, f5]);
  });

  test('keeps returning the keys that are down after the first combination', () => {
    const recorder = new ShortcutRecorder();
    recorder.press(f5);
    recorder.release(f5);
    assert.deepEqual(recorder.press(ctrl), [ctrl]);
    assert.deepEqual(recorder.press(f6), [ctrl, f6]);
    assert.deepEqual(recorder.captured, [f5]);
  });

  test('ignores the release of a key that was down before it began', () => {
    const recorder = new ShortcutRecorder();
    recorder.release(ctrl);
    assert.equal(recorder.completed, null);
    assert.deepEqual(recorder.captured, []);
  });

  test('has captured the keys so far when it ends early', () => {
    const recorder = new ShortcutRecorder();
    recorder.press(ctrl);
    recorder.press(f5);
    assert.deepEqual(recorder.captured, [ctrl, f5]);
  });

  test('forgets the keys that are down on a reset, and completes later combinations', () => {
    const recorder = new ShortcutRecorder();
    recorder.press(ctrl);
    recorder.reset();
    recorder.release(ctrl);
    assert.equal(recorder.completed, null);
    assert.deepEqual(recorder.press(f5), [f5]);
    recorder.release(f5);
    assert.deepEqual(recorder.completed, [f5]);
  });

  test('tracks exactly the keys that are down, and completes once', () => {
    const someKey = fc.constantFrom(...KEY_TABLE.slice(0, 6).map(({ name }) => keyOfName(name)), left);
    const event = fc.record({ key: someKey, down: fc.boolean() });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const recorder = new ShortcutRecorder();
        const down = new Set<ShortcutKey>();
        let completed: readonly ShortcutKey[] | null = null;
        for (const { key: changed, down: goesDown } of events) {
          const isNew = goesDown && !down.has(changed);
          if (goesDown) {
            down.add(changed);
            const told = recorder.press(changed);
            assert.deepEqual(told, isNew ? [...down] : null);
          } else {
            down.delete(changed);
            recorder.release(changed);
          }
          assert.deepEqual(recorder.held, [...down]);
          if (completed !== null) assert.equal(recorder.completed, completed);
          completed ??= recorder.completed;
          if (completed !== null) assert.ok(completed.length > 0);
        }
      }),
    );
  });
});
