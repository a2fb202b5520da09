import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_VOICE_SETTINGS } from '#guildhall/voice/default-settings.js';
import { directionsWithoutDevices } from '#guildhall/voice/plugged-devices.js';

test('a direction has no device if the default is none, and no other is chosen', () => {
  const { input } = DEFAULT_VOICE_SETTINGS;
  const microphone = {
    id: 'm',
    name: 'Microphone',
    direction: 'input',
    is_default: true,
    container: null,
  } as const;
  const without = (isDefault: boolean, device_id = input.device_id) =>
    directionsWithoutDevices({ ...DEFAULT_VOICE_SETTINGS, input: { ...input, device_id } }, [
      { ...microphone, is_default: isDefault },
    ]);
  assert.deepEqual(directionsWithoutDevices(DEFAULT_VOICE_SETTINGS, []), ['input', 'output']);
  assert.deepEqual(without(true), ['output']);
  // The default source of the sound server is the monitor of a speaker, which is not listed.
  assert.deepEqual(without(false), ['input', 'output']);
  assert.deepEqual(without(false, 'm'), ['output']);
});
