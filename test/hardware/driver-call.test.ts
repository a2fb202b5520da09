import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AUDIO } from '#guildhall/hardware/audio/audio-contract.js';
import type { CallListener, CallSettings } from '#guildhall/hardware/audio/call/call.js';
import { DriverCall } from '#guildhall/hardware/audio/call/driver-call.js';
import { DriverHost } from '#guildhall/hardware/host/driver-host.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { MockHostLauncher } from '../mocks/mock-host-process.js';
import { PLAIN_CALL } from './audio/support/call-settings.js';
import { ManualClock, settle } from './support/manual-clock.js';

const SETTINGS: CallSettings = {
  ...PLAIN_CALL,
  output: { deviceId: 'speakers', volume: 100 },
  processing: { echoCancellation: true, noiseSuppression: true, automaticGainControl: true },
};

/** A call in a driver that is ready, and what it reported. */
async function openCall() {
  const launcher = new MockHostLauncher();
  const clock = new ManualClock();
  const options = { launcher, clock, log: silentLogger, precondition: () => null };
  const driver = new DriverHost(AUDIO, options);
  const reported: unknown[] = [];
  const listener: CallListener = {
    frame: (opus) => reported.push(['frame', opus.toString('hex')]),
    speaking: (isSpeaking) => reported.push(['speaking', isSpeaking]),
    meter: (meter) => reported.push(['meter', meter.level]),
    silent: (isSilent) => reported.push(['silent', isSilent]),
    device: (direction, id) => reported.push(['device', direction, id]),
  };
  const call = new DriverCall(driver, SETTINGS, listener);
  launcher.latest.emitFrame({ type: 'ready' });
  await settle();
  return { call, clock, driver, launcher, reported };
}

/** What the driver was sent of the call. */
function sentOf(launcher: MockHostLauncher): unknown[] {
  return launcher.latest.received.flatMap((frame) =>
    frame.type === 'notice' ? [[frame.name, frame.value]] : [],
  );
}

const BEGIN = [
  ['call', SETTINGS],
  ['press', false],
  ['meter', false],
];

describe('a call in the audio driver', () => {
  test('sends settings, keys and frames to the driver, and keeps it running until it is closed', async () => {
    const { call, clock, launcher } = await openCall();
    assert.deepEqual(sentOf(launcher), BEGIN);
    call.press(true);
    call.play({ userId: '9', sequence: 7, timestamp: 960, opus: Buffer.from([1, 2]) });
    call.forget('9');
    call.measure(true);
    call.configure({ ...SETTINGS, isMuted: true });
    assert.deepEqual(sentOf(launcher).slice(3), [
      ['press', true],
      ['received', { userId: '9', sequence: 7, timestamp: 960, opus: 'AQI=' }],
      ['left', '9'],
      ['meter', true],
      ['call', { ...SETTINGS, isMuted: true }],
    ]);
    call.close();
    assert.deepEqual(sentOf(launcher).at(-1), ['call', null]);
    await clock.advance(AUDIO.graceMs);
    assert.equal(launcher.alive, 0);
  });

  test('reports frames, speech, levels, silence and devices, and nothing after it was closed', async () => {
    const { call, launcher, reported } = await openCall();
    const driver = launcher.latest;
    const speak = () => {
      driver.emitFrame({ type: 'event', name: 'speaking', value: true });
      driver.emitFrame({ type: 'event', name: 'frame', value: { opus: 'AQI=' } });
      driver.emitFrame({ type: 'event', name: 'meter', value: { level: -9, threshold: null, isOpen: true } });
      driver.emitFrame({ type: 'event', name: 'silent', value: true });
      driver.emitFrame({ type: 'event', name: 'device', value: { direction: 'input', id: 'mic' } });
    };
    speak();
    const all = [
      ['speaking', true],
      ['frame', '0102'],
      ['meter', -9],
      ['silent', true],
      ['device', 'input', 'mic'],
    ];
    assert.deepEqual(reported.splice(0), all);
    call.close();
    speak();
    assert.deepEqual(reported, []);
  });

  test('continues after a crash of the driver, with its settings and the key; meanwhile nobody speaks', async () => {
    const { call, clock, launcher, reported } = await openCall();
    call.press(true);
    launcher.latest.emitFrame({ type: 'event', name: 'speaking', value: true });
    launcher.latest.exit({ signal: 'SIGSEGV', code: null, stderrTail: '' });
    assert.deepEqual(reported, [
      ['speaking', true],
      ['speaking', false],
    ]);
    await clock.advance(60_000);
    launcher.latest.emitFrame({ type: 'ready' });
    await settle();
    assert.deepEqual(sentOf(launcher), [BEGIN[0], ['press', true], ['meter', false]]);
  });
});
