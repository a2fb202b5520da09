import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endpointsOf } from '#guildhall/hardware/audio/endpoints/found-endpoint.js';
import { toEndpoints as find } from '#guildhall/hardware/audio/endpoints/portaudio.js';

const toEndpoints = (...args: Parameters<typeof find>) => endpointsOf(find(...args));

function device(id: number, name: string, inputs: number, outputs: number, hostAPIName = 'ALSA') {
  return {
    id,
    name,
    hostAPIName,
    maxInputChannels: inputs,
    maxOutputChannels: outputs,
    defaultSampleRate: 48_000,
    defaultLowInputLatency: 0,
    defaultLowOutputLatency: 0,
    defaultHighInputLatency: 0,
    defaultHighOutputLatency: 0,
  };
}

const NO_DEFAULTS = { input: undefined, output: undefined };

describe('endpoints from PortAudio', () => {
  test('are the cards of ALSA, one for each direction, and not its plugins', () => {
    const endpoints = toEndpoints(
      [
        device(0, 'Headset: USB Audio (hw:1,0)', 1, 2),
        device(1, 'surround51', 0, 6),
        device(2, 'pulse', 32, 32),
        device(3, 'default', 32, 32),
      ],
      { input: 3, output: 0 },
    );
    assert.deepEqual(
      endpoints.map(({ name, direction, is_default }) => [name, direction, is_default]),
      [
        ['Headset: USB Audio', 'input', false],
        ['Headset: USB Audio', 'output', true],
      ],
    );
    assert.equal(new Set(endpoints.map(({ id }) => id)).size, 2);
  });

  test('keep their ids when ALSA numbers the cards differently', () => {
    const [before] = toEndpoints([device(0, 'Headset: USB Audio (hw:1,0)', 0, 2)], NO_DEFAULTS);
    const [after] = toEndpoints([device(4, 'Headset: USB Audio (hw:3,0)', 0, 2)], NO_DEFAULTS);
    assert.equal(before?.id, after?.id);
  });

  test('have distinct ids for devices of one card and for identical cards', () => {
    const endpoints = toEndpoints(
      [
        device(0, 'Card: HDMI (hw:0,3)', 0, 2),
        device(1, 'Card: HDMI (hw:0,7)', 0, 2),
        device(2, 'Twin: USB (hw:1,0)', 0, 2),
        device(3, 'Twin: USB (hw:2,0)', 0, 2),
      ],
      NO_DEFAULTS,
    );
    assert.equal(new Set(endpoints.map(({ id }) => id)).size, 4);
  });

  test('include all devices of other sound systems', () => {
    const endpoints = toEndpoints([device(0, 'Built-in Microphone', 2, 0, 'Core Audio')], NO_DEFAULTS);
    assert.equal(endpoints.length, 1);
  });
});
