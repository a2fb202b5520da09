import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_VOICE_SETTINGS } from '#guildhall/voice/default-settings.js';
import { directionsWithoutDevices } from '#guildhall/voice/plugged-devices.js';

test('a direction has no device if there is only the entry for the default', () => {
  const { input } = DEFAULT_VOICE_SETTINGS;
  const headset = { id: 'f3b6a1c2-0000-5000-8000-000000000000', name: 'Headset' };
  const withMicrophone = {
    ...DEFAULT_VOICE_SETTINGS,
    input: { ...input, available_devices: [...input.available_devices, headset] },
  };
  assert.deepEqual(directionsWithoutDevices(DEFAULT_VOICE_SETTINGS), ['input', 'output']);
  assert.deepEqual(directionsWithoutDevices(withMicrophone), ['output']);
});
