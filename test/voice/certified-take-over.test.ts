import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CertifiedDeviceRegistry } from '#guildhall/hardware/certified-devices/certified-device-registry.js';
import type { AudioEndpoint } from '#guildhall/hardware/hardware.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { CertifiedDevice } from '#guildhall/protocol/rpc/certified-device.js';
import type { VoiceSettingsPatch } from '#guildhall/protocol/rpc/voice-settings.js';
import { applyPatch } from '#guildhall/protocol/rpc/voice-settings-patch.js';
import { applyTakeOver } from '#guildhall/voice/certified-take-over.js';
import { DEFAULT_VOICE_SETTINGS } from '#guildhall/voice/default-settings.js';
import { fc } from '../helpers/fast-check.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';

const LINK = { name: 'Maker', url: 'https://maker.example' };

function device(id: string, fields: Partial<CertifiedDevice> = {}): CertifiedDevice {
  return { type: 'audioinput', id, vendor: LINK, model: LINK, related: [], ...fields };
}

function input(id: string, is_default = false): AudioEndpoint {
  return { id, name: id, direction: 'input', is_default, container: null };
}

function output(id: string, is_default = false): AudioEndpoint {
  return { id, name: id, direction: 'output', is_default, container: null };
}

/** What holds while a person's choices meet what is plugged in and what is certified. */
function settingsOf(
  chosen: VoiceSettingsPatch,
  endpoints: readonly AudioEndpoint[],
  certified: CertifiedDevice[],
) {
  const registry = new CertifiedDeviceRegistry(systemClock, silentLogger);
  registry.set('vendor', certified, REPORT_TERMS);
  const own = applyPatch(DEFAULT_VOICE_SETTINGS, chosen);
  return applyTakeOver(own, chosen, { endpoints, certified: registry.takingOver, mutedByButton: () => null });
}

const ALL = {
  echo_cancellation: true,
  noise_suppression: true,
  automatic_gain_control: true,
  hardware_mute: true,
};
const mic = input('mic');
const other = input('other', true);

/** title, choices, plugged in, certified, what of the settings holds: input, output, echo, noise, gain, mute */
const rows: [string, VoiceSettingsPatch, AudioEndpoint[], CertifiedDevice[], unknown[]][] = [
  ['nothing certified', {}, [mic, other], [], ['default', 'default', true, true, true, false]],
  ['certified and away', {}, [other], [device('mic', ALL)], ['default', 'default', true, true, true, false]],
  [
    'the first present one',
    {},
    [other, mic],
    [device('x'), device('mic', ALL), device('other')],
    ['mic', 'default', false, false, false, true],
  ],
  [
    'one flag',
    {},
    [mic],
    [device('mic', { echo_cancellation: true })],
    ['mic', 'default', false, true, true, false],
  ],
  [
    'flags that say no',
    {},
    [mic],
    [device('mic', { ...ALL, noise_suppression: false, hardware_mute: false })],
    ['mic', 'default', false, true, false, false],
  ],
  [
    'off by hand stays off',
    { noise_suppression: false, mute: true },
    [mic],
    [device('mic', { hardware_mute: false })],
    ['mic', 'default', true, false, true, true],
  ],
  [
    'another one chosen',
    { input: { device_id: 'other' } },
    [mic, other],
    [device('mic', ALL)],
    ['other', 'default', true, true, true, false],
  ],
  [
    'the system default chosen',
    { input: { device_id: 'default' } },
    [mic, other],
    [device('mic', ALL)],
    ['default', 'default', true, true, true, false],
  ],
  [
    'a certified system default chosen',
    { input: { device_id: 'default' } },
    [mic, other],
    [device('other', ALL)],
    ['default', 'default', false, false, false, true],
  ],
  [
    'a certified one chosen',
    { input: { device_id: 'mic' } },
    [mic, other],
    [device('other'), device('mic', ALL)],
    ['mic', 'default', false, false, false, true],
  ],
  [
    'the chosen one pulled out',
    { input: { device_id: 'mic' } },
    [other],
    [device('mic', ALL)],
    ['mic', 'default', true, true, true, false],
  ],
  [
    'an output',
    {},
    [mic, output('ear')],
    [device('ear', { ...ALL, type: 'audiooutput' })],
    ['default', 'ear', true, true, true, false],
  ],
  [
    'an output of the same id',
    {},
    [output('mic'), mic],
    [device('mic', { ...ALL, type: 'audiooutput' })],
    ['default', 'mic', true, true, true, false],
  ],
  [
    'a camera',
    {},
    [mic],
    [device('mic', { ...ALL, type: 'videoinput' })],
    ['default', 'default', true, true, true, false],
  ],
  [
    'by a related id, in braces',
    {},
    [mic],
    [device('headset', { ...ALL, related: ['{MIC}'] })],
    ['mic', 'default', false, false, false, true],
  ],
  [
    'volume chosen, no device',
    { input: { volume: 3 } },
    [mic],
    [device('mic')],
    ['mic', 'default', true, true, true, false],
  ],
];

for (const [title, chosen, plugged, certified, expected] of rows) {
  test(`certified devices in voice settings: ${title}`, () => {
    const now = settingsOf(chosen, plugged, certified);
    const {
      input: from,
      output: to,
      echo_cancellation,
      noise_suppression,
      automatic_gain_control,
      mute,
    } = now;
    const seen = [
      from.device_id,
      to.device_id,
      echo_cancellation,
      noise_suppression,
      automatic_gain_control,
      mute,
    ];
    assert.deepEqual(seen, expected);
  });
}

const ids = ['a', 'b', 'c', 'd'];
const endpointsArbitrary = fc
  .record({ inputs: fc.subarray(ids), outputs: fc.subarray(ids), default: fc.constantFrom(...ids) })
  .map((all) => [
    ...all.inputs.map((id) => input(id, id === all.default)),
    ...all.outputs.map((id) => output(id, id === all.default)),
  ]);
const deviceArbitrary: fc.Arbitrary<CertifiedDevice> = fc.record(
  {
    type: fc.constantFrom('audioinput' as const, 'audiooutput' as const, 'videoinput' as const),
    id: fc.constantFrom(...ids, 'headset'),
    vendor: fc.constant(LINK),
    model: fc.constant(LINK),
    related: fc.subarray(ids, { maxLength: 2 }),
    echo_cancellation: fc.boolean(),
    noise_suppression: fc.boolean(),
    automatic_gain_control: fc.boolean(),
    hardware_mute: fc.boolean(),
  },
  { requiredKeys: ['type', 'id', 'vendor', 'model', 'related'] },
);
const chosenArbitrary: fc.Arbitrary<VoiceSettingsPatch> = fc.record(
  {
    input: fc.record(
      { device_id: fc.constantFrom('default', ...ids), volume: fc.nat(100) },
      { requiredKeys: [] },
    ),
    output: fc.record({ device_id: fc.constantFrom('default', ...ids) }, { requiredKeys: [] }),
    echo_cancellation: fc.boolean(),
    noise_suppression: fc.boolean(),
    automatic_gain_control: fc.boolean(),
    mute: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('certified devices never override choices, enable a switch or lift a mute', () => {
  fc.assert(
    fc.property(
      chosenArbitrary,
      endpointsArbitrary,
      fc.array(deviceArbitrary, { maxLength: 5 }),
      (chosen, plugged, certified) => {
        const own = applyPatch(DEFAULT_VOICE_SETTINGS, chosen);
        const now = settingsOf(chosen, plugged, certified);
        for (const direction of ['input', 'output'] as const) {
          const choice = chosen[direction]?.device_id;
          if (choice !== undefined) assert.equal(now[direction].device_id, choice);
          else if (now[direction].device_id !== 'default') {
            assert.ok(
              plugged.some((each) => each.direction === direction && each.id === now[direction].device_id),
            );
          }
          assert.equal(now[direction].volume, own[direction].volume);
        }
        for (const name of ['echo_cancellation', 'noise_suppression', 'automatic_gain_control'] as const) {
          if (now[name]) assert.equal(own[name], true);
          if (own[name] && !now[name]) assert.ok(certified.some((each) => each[name] === true));
        }
        if (own.mute) assert.equal(now.mute, true);
        const { input: _input, output: _output, ...switches } = now;
        const { deaf, qos, silence_warning, mode } = switches;
        assert.deepEqual(
          { deaf, qos, silence_warning, mode },
          { deaf: own.deaf, qos: own.qos, silence_warning: own.silence_warning, mode: own.mode },
        );
        // Without what is certified, or without what is plugged in, everything is the person's own.
        assert.deepEqual(settingsOf(chosen, plugged, []), own);
        assert.deepEqual(settingsOf(chosen, [], certified), own);
      },
    ),
  );
});
