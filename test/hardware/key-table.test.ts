import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toKeyEvent } from '#guildhall/hardware/input/evdev-key-event.js';
import { KEY_TABLE, keyOfEvdev, keyOfUiohook } from '#guildhall/hardware/input/key-table.js';
import { mouseButton, mouseButtonOfEvdev } from '#guildhall/hardware/input/mouse-buttons.js';

function duplicatesOf(values: readonly (number | string)[]): (number | string)[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the key table', () => {
  test('has every usage, name, evdev code and uiohook code once', () => {
    assert.deepEqual(duplicatesOf(KEY_TABLE.map(({ usage }) => usage)), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.map(({ name }) => name)), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.flatMap(({ evdev }) => evdev ?? [])), []);
    assert.deepEqual(duplicatesOf(KEY_TABLE.flatMap(({ uiohook }) => uiohook)), []);
  });

  test('names keys in lower case', () => {
    assert.deepEqual(
      KEY_TABLE.filter(({ name }) => name !== name.toLowerCase() || name === ''),
      [],
    );
  });

  test('maps i to type 0, code 12', () => {
    assert.deepEqual(keyOfUiohook(0x17), { type: 0, code: 12, name: 'i' });
  });

  test('has all keys of a 104-key keyboard with a code for uiohook and one for evdev', () => {
    // HID usages of a keyboard with US layout: the main block without non-US #, to the number pad, menu, modifiers.
    const usages = Array.from({ length: 0x64 - 0x04 }, (_, index) => 0x04 + index)
      .filter((usage) => usage !== 0x32)
      .concat(0x65, [0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7]);
    assert.equal(usages.length, 104);
    for (const usage of usages) {
      const row = KEY_TABLE.find((candidate) => candidate.usage === usage);
      assert.ok(row !== undefined && row.evdev !== null && row.uiohook.length > 0, `usage ${usage}`);
    }
  });

  test('makes exactly the usages from 0xE0 to 0xE7 modifiers', () => {
    const keys = KEY_TABLE.flatMap(({ evdev }) => (evdev === null ? [] : keyOfEvdev(evdev)));
    for (const key of keys)
      assert.equal(key?.type, key !== null && key.code >= 0xe0 && key.code <= 0xe7 ? 2 : 0);
  });

  test('maps number pad keys to the same key with and without num lock', () => {
    assert.deepEqual(keyOfUiohook(0xee47), keyOfUiohook(0x47));
    assert.equal(keyOfUiohook(0x47)?.name, 'numpad 7');
  });

  test('has no key for an unknown code', () => {
    assert.equal(keyOfUiohook(0), null);
    assert.equal(keyOfEvdev(0), null);
    assert.equal(keyOfEvdev(0x110), null);
  });

  test('shows keys without a known usage as such, but no touch of a touchpad', () => {
    const shown = [0x01, 0xf0, 0xff, 0x14a, 0x1d0, 0x220, 0x2c0].map((code) => toKeyEvent(code, true, false));
    assert.deepEqual(
      shown.map((event) => event?.key.name ?? null),
      ['escape', 'unknown key 240', 'unknown key 255', null, 'unknown key 464', null, null],
    );
  });

  test('has the sixteen mouse buttons of the kernel and no other', () => {
    const codes = [0x10f, 0x110, 0x111, 0x112, 0x113, 0x11f, 0x120, 0x130];
    assert.deepEqual(
      codes.map((code) => mouseButtonOfEvdev(code)?.code ?? null),
      [null, 1, 2, 3, 4, 16, null, null],
    );
  });

  test('numbers mouse buttons like HID', () => {
    assert.deepEqual(mouseButton(1), { type: 1, code: 1, name: 'mouse left' });
    assert.deepEqual(mouseButton(2), { type: 1, code: 2, name: 'mouse right' });
    assert.deepEqual(mouseButton(3), { type: 1, code: 3, name: 'mouse middle' });
    assert.deepEqual(mouseButton(5), { type: 1, code: 5, name: 'mouse 5' });
    assert.equal(mouseButton(0), null);
  });
});
