import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { available } from './support/available.js';

const LINK = { name: 'Maker', url: 'https://maker.example' };

describe('the listing of devices', () => {
  test('groups audio endpoints by direction and marks certified ones', async () => {
    const hardware = new MockHardware();
    hardware.sound.plug({ id: 'mic', name: 'Microphone', direction: 'input', is_default: true });
    hardware.sound.plug({ id: 'ear', name: 'Headphones', direction: 'output', is_default: false });
    hardware.sound.plug({ id: 'hat', name: 'Hat', direction: 'output', is_default: false });
    const report = { vendor: LINK, model: LINK, related: [] };
    hardware.certifiedDevices.set(
      'vendor',
      [
        { type: 'audioinput', id: '{MIC}', ...report },
        // Of a type other than the endpoint: it says nothing about it.
        { type: 'audioinput', id: 'ear', ...report },
        { type: 'audiooutput', id: 'hat', ...report },
      ],
      REPORT_TERMS,
    );
    const certification = { vendor: 'Maker', model: 'Maker', takes_over: [] };
    const devices = await hardware.devices();
    assert.deepEqual(devices.audio_inputs, [
      { id: 'mic', name: 'Microphone', is_default: true, certified: true, certification },
    ]);
    assert.deepEqual(devices.audio_outputs, [
      { id: 'ear', name: 'Headphones', is_default: false, certified: false, certification: null },
      { id: 'hat', name: 'Hat', is_default: false, certified: true, certification },
    ]);
  });

  test('lists what a certified device takes over, if its application may take over settings', async () => {
    const hardware = new MockHardware();
    hardware.sound.plug({ id: 'mic', name: 'Microphone', direction: 'input', is_default: true });
    const report = { type: 'audioinput' as const, id: 'mic', vendor: LINK, model: LINK, related: [] };
    const flags = { echo_cancellation: true, noise_suppression: false, hardware_mute: true };
    for (const takesOver of [true, false]) {
      hardware.certifiedDevices.set('vendor', [{ ...report, ...flags }], { ...REPORT_TERMS, takesOver });
      const [microphone] = (await hardware.devices()).audio_inputs;
      const takes_over = takesOver ? ['echo_cancellation', 'hardware_mute'] : [];
      assert.deepEqual(microphone?.certification, { vendor: 'Maker', model: 'Maker', takes_over });
    }
  });

  test('lists the audio endpoints that belong to a HID device, according to the system or the vendor', async () => {
    const hardware = new MockHardware();
    for (const [id, direction, container] of [
      ['mic', 'input', 'usb:1'],
      ['ear', 'output', 'usb:1'],
      ['hat', 'output', 'usb:2'],
      ['far', 'input', null],
    ] as const) {
      hardware.sound.plug({ id, name: id, direction, is_default: false, container });
    }
    const numbers = { vendor_id: 1, product_id: 2, usage_page: null, usage: null };
    hardware.hid.push(
      { id: 'buttons', name: 'Buttons', container: 'usb:1', ...numbers },
      { id: 'knob', name: 'Knob', container: null, ...numbers },
    );
    const far = { type: 'audioinput' as const, id: 'far', vendor: LINK, model: LINK, related: ['{KNOB}'] };
    hardware.certifiedDevices.set('vendor', [far], REPORT_TERMS);
    assert.deepEqual((await hardware.devices()).hid, [
      { id: 'buttons', name: 'Buttons', ...numbers, endpoint_ids: ['mic', 'ear'] },
      { id: 'knob', name: 'Knob', ...numbers, endpoint_ids: ['far'] },
    ]);
  });

  test('omits unplugged devices', async () => {
    const { sound, audio } = new MockHardware();
    sound.plug({ id: 'mic', name: 'Microphone', direction: 'input', is_default: true });
    sound.unplug('mic');
    sound.unplug('mic');
    assert.deepEqual(await available(audio, 'input'), [{ id: 'default', name: 'Default' }]);
  });

  test('has the state of every driver with reason and hint', async () => {
    const hardware = new MockHardware();
    hardware.setUnavailable('keyboard-mouse', 'no DISPLAY', 'set DISPLAY');
    const { drivers } = await hardware.devices();
    assert.deepEqual(drivers[0], {
      name: 'keyboard-mouse',
      state: 'unavailable',
      reason: 'no DISPLAY',
      hint: 'set DISPLAY',
    });
    assert.deepEqual(
      drivers.map(({ name }) => name),
      ['keyboard-mouse', 'gamepad', 'hid', 'audio'],
    );
  });
});
