import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gamepadButton } from '#guildhall/hardware/gamepad/gamepad-buttons.js';
import { listedGamepads } from '#guildhall/hardware/gamepad/listed-gamepads.js';

const PAD = { identity: 'guid/place', name: 'Pad', guid: '030000005e0400008e02000010010000' };

describe('buttons of gamepads', () => {
  test('have the indices of the W3C standard gamepad, and no others', () => {
    assert.deepEqual(gamepadButton(0), { type: 3, code: 0, name: 'gamepad a' });
    assert.deepEqual(gamepadButton(16), { type: 3, code: 16, name: 'gamepad guide' });
    for (const index of [-1, 17, 0.5, Number.NaN]) assert.equal(gamepadButton(index), null);
  });

  test('each have a name of their own', () => {
    const names = Array.from({ length: 17 }, (_, index) => gamepadButton(index)?.name);
    assert.equal(new Set(names).size, names.length);
  });
});

describe('listed gamepads', () => {
  test('have stable ids, also distinct ones for identical gamepads', () => {
    const gamepad = { ...PAD, mapping: 'system', readable: true } as const;
    const [one, other] = listedGamepads([gamepad, gamepad]);
    assert.equal(one?.id, 'a2852c0c-5637-5e67-b682-ff47a23b89d3');
    assert.notEqual(one?.id, other?.id);
    assert.deepEqual(listedGamepads([gamepad, gamepad]), [one, other]);
  });

  test('without a name are named by their vendor and product numbers', () => {
    const [listed] = listedGamepads([{ ...PAD, name: ' ', mapping: 'none', readable: true }]);
    assert.equal(listed?.name, 'Gamepad 045e:028e');
  });
});
