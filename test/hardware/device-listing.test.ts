import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MockHardware } from '#guildhall/hardware/mock-hardware.js';

const LINK = { name: 'Maker', url: 'https://maker.example' };

describe('the listing of devices', () => {
  test('has audio endpoints by direction, and says which of them a vendor certified', async () => {
    const hardware = new MockHardware();
    hardware.sound.plug({ id: 'mic', name: 'Microphone', direction: 'input', is_default: true });
    hardware.sound.plug({ id: 'ear', name: 'Headphones', direction: 'output', is_default: false });
    hardware.certifiedDevices.set('vendor', [
      { type: 'audioinput', id: '{MIC}', vendor: LINK, model: LINK, related: [] },
    ]);
    const devices = await hardware.devices();
    assert.deepEqual(devices.audio_inputs, [
      { id: 'mic', name: 'Microphone', is_default: true, certified: true },
    ]);
    assert.deepEqual(devices.audio_outputs, [
      { id: 'ear', name: 'Headphones', is_default: false, certified: false },
    ]);
  });

  test('loses what is unplugged', async () => {
    const { sound, audio } = new MockHardware();
    sound.plug({ id: 'mic', name: 'Microphone', direction: 'input', is_default: true });
    sound.unplug('mic');
    sound.unplug('mic');
    assert.deepEqual(await audio.available('input'), [{ id: 'default', name: 'Default' }]);
  });

  test('has the state of every driver with reason and mend', async () => {
    const hardware = new MockHardware();
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'set DISPLAY');
    const { drivers } = await hardware.devices();
    assert.deepEqual(drivers[0], {
      name: 'keyboard-mouse',
      state: 'unavailable',
      reason: 'no DISPLAY',
      mend: 'set DISPLAY',
    });
    assert.deepEqual(
      drivers.map(({ name }) => name),
      ['keyboard-mouse', 'hid', 'audio'],
    );
  });
});
