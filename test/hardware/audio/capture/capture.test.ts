import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { join } from '../../../helpers/sound/edit.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { noise, silence, tone } from '../../../helpers/sound/signals.js';
import { settle } from '../../support/manual-clock.js';
import { CALL_SETTINGS, CaptureBed } from './capture-bed.js';

const WORD = join(tone(500, 0.5, -20), silence(0.5));

test('a word becomes frames between a start and a stop, with silence at its end', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  bed.input.play(join(silence(0.5), WORD));
  const { sound, silence: ending } = bed.takeSent();
  assert.equal(ending, 5);
  // Silence before and after the word is sent with it.
  assert.ok(sound.length >= 0.52 * 48_000 && sound.length <= 0.62 * 48_000, String(sound.length));
  assert.deepEqual(bed.takeEvents(), [['input', 'built-in'], 'speaking', 'stopped']);
});

test('the level of what is sent follows the input volume', async () => {
  const bed = new CaptureBed();
  const loud = tone(500, 1, -6);
  for (const volume of [100, 50, 25, 10]) {
    await bed.configure({ input: { deviceId: null, volume } });
    bed.input.play(loud);
    const { sound } = bed.takeSent();
    const expected = -6 + 20 * Math.log10(volume / 100);
    const level = levelOf(sound.subarray(4800));
    assert.ok(Math.abs(level - expected) < 0.2, `${volume} %: ${level} dB is not ${expected} dB`);
  }
  await bed.configure({ input: { deviceId: null, volume: 0 } });
  bed.takeSent();
  bed.input.play(loud);
  assert.equal(bed.takeSent().silence, 5);
});

test('nothing is sent while muted: the input is closed, and what it still delivers is dropped', async () => {
  const bed = new CaptureBed();
  await bed.configure({ isMuted: true });
  assert.equal(bed.opened.length, 0);
  await bed.configure();
  const { input } = bed;
  input.play(tone(500, 0.5));
  bed.takeEvents();
  bed.capture.configure({ ...CALL_SETTINGS, isMuted: true });
  assert.deepEqual(bed.takeEvents(), ['stopped']);
  assert.equal(bed.takeSent().silence, 5);
  input.play(tone(500, 0.5));
  await settle();
  assert.equal(input.isEnded, true);
  input.play(tone(500, 0.5));
  assert.deepEqual([bed.frames, bed.events], [[], []]);
  await bed.configure();
  bed.input.play(WORD);
  assert.deepEqual(bed.takeEvents(), ['speaking', 'stopped']);
});

test('a mute counts at once, also while inputs are being searched', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  bed.input.play(tone(500, 0.5));
  bed.takeEvents();
  const search = bed.beginSearch();
  await bed.configure({ isMuted: true });
  assert.deepEqual(bed.takeEvents(), ['stopped']);
  bed.takeSent();
  bed.input.play(tone(500, 0.5));
  assert.deepEqual([bed.frames, bed.events], [[], []]);
  search.resolve();
  await settle();
  assert.ok(bed.opened.every(({ isEnded }) => isEnded));
});

test('what is recorded while inputs are searched for another reason, e.g. a changed volume, is sent at once', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  const search = bed.beginSearch('retry');
  bed.input.play(tone(500, 0.1));
  assert.equal(bed.frames.length, 5);
  search.resolve();
  await settle();
  bed.input.play(tone(500, 0.02));
  assert.equal(bed.frames.length, 6);
  assert.equal(bed.opened.length, 1);
});

test('what is recorded while an input may be gone is sent once it is seen to be there', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  bed.input.play(tone(500, 0.1));
  bed.takeSent();
  const search = bed.beginSearch();
  bed.input.play(tone(500, 0.04));
  assert.deepEqual(bed.frames, []);
  search.resolve();
  await settle();
  bed.input.play(tone(500, 0.02));
  assert.equal(bed.frames.length, 3);
});

test('nothing is sent of what the sound service records elsewhere once an input is unplugged', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  const { input } = bed;
  input.play(tone(500, 0.1));
  bed.takeSent();
  const [before, after] = [bed.beginSearch(), bed.beginSearch()];
  // A list from before says nothing.
  before.resolve();
  await settle();
  bed.plugged = [];
  input.play(tone(500, 0.5));
  assert.deepEqual(bed.frames, []);
  after.resolve();
  await settle();
  input.play(tone(500, 0.5));
  assert.deepEqual(bed.takeSent(), { sound: new Int16Array(0), silence: 5 });
});

test('push-to-talk sends exactly what is recorded while the key is held and during the delay', async () => {
  const bed = new CaptureBed();
  await bed.configure({ mode: { type: 'PUSH_TO_TALK', releaseMs: 200 } });
  const half = tone(500, 0.5);
  bed.input.play(half);
  bed.capture.press(true);
  bed.input.play(half);
  bed.capture.press(false);
  bed.input.play(half);
  const { sound, silence: ending } = bed.takeSent();
  assert.deepEqual([sound.length, ending], [0.7 * 48_000, 5]);
  assert.deepEqual(bed.takeEvents(), [['input', 'built-in'], 'speaking', 'stopped']);
});

test('a key that is held while the mode or the mute changes counts as held', async () => {
  const bed = new CaptureBed();
  await bed.configure({ isMuted: true });
  bed.capture.press(true);
  await bed.configure({ mode: { type: 'PUSH_TO_TALK', releaseMs: 0 } });
  bed.input.play(silence(0.1));
  assert.deepEqual(bed.takeEvents(), [['input', 'built-in'], 'speaking']);
  await bed.configure({ mode: { type: 'VOICE_ACTIVITY', threshold: null } });
  bed.input.play(silence(0.1));
  assert.deepEqual(bed.takeEvents(), ['stopped']);
});

test('the default is used while the chosen input is missing, and the chosen one once it is plugged in', async () => {
  const bed = new CaptureBed();
  await bed.configure({ input: { deviceId: 'headset', volume: 100 } });
  assert.deepEqual(bed.takeEvents(), [['input', 'built-in']]);
  bed.plugged = ['built-in', 'headset'];
  bed.capture.retry();
  await settle();
  assert.equal(bed.input.id, 'headset');
  const headset = bed.input;
  headset.play(tone(500, 0.2));
  bed.plugged = ['built-in'];
  bed.capture.retry();
  await settle();
  assert.equal(bed.input.id, 'built-in');
  headset.play(tone(500, 0.2));
  assert.deepEqual(bed.takeEvents(), [['input', 'headset'], 'speaking', 'stopped', ['input', 'built-in']]);
  bed.plugged = [];
  bed.capture.retry();
  await settle();
  assert.deepEqual(bed.takeEvents(), [['input', null]]);
});

test('an input that breaks off ends speech, and is opened again', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  bed.input.play(tone(500, 0.2));
  bed.takeEvents();
  bed.input.breakOff();
  assert.deepEqual(bed.takeEvents(), ['stopped']);
  await bed.clock.advance(1000);
  assert.equal(bed.opened.length, 2);
  bed.input.play(WORD);
  assert.deepEqual(bed.takeEvents(), ['speaking', 'stopped']);
});

test('levels are reported 50 times a second while they are wanted, with the threshold', async () => {
  const bed = new CaptureBed();
  await bed.configure({ input: { deviceId: null, volume: 50 } });
  bed.input.play(tone(500, 1, -20));
  assert.equal(bed.meters.length, 0);
  bed.capture.measure(true);
  bed.input.play(tone(500, 1, -20));
  assert.equal(bed.meters.length, 50);
  const { isOpen, level, threshold } = bed.lastMeter;
  assert.deepEqual([isOpen, threshold], [true, -50]);
  assert.ok(Math.abs(level + 26) < 0.2, String(level));
  await bed.configure({ mode: { type: 'VOICE_ACTIVITY', threshold: null } });
  bed.input.play(silence(20));
  const automatic = bed.lastMeter.threshold ?? 0;
  assert.ok(automatic > -70 && automatic < -50, String(automatic));
  await bed.configure({ mode: { type: 'PUSH_TO_TALK', releaseMs: 0 } });
  bed.input.play(silence(0.1));
  assert.deepEqual(bed.lastMeter, { level: -100, threshold: null, isOpen: false });
  bed.capture.measure(false);
  bed.meters.length = 0;
  bed.input.play(silence(1));
  assert.deepEqual(bed.meters, []);
});

test('an input is silent after ten seconds without even noise, until there is some or it is closed', async () => {
  const bed = new CaptureBed();
  await bed.configure({ input: { deviceId: null, volume: 0 } });
  bed.takeEvents();
  bed.input.play(join(silence(9.9), noise(0.1, -80), silence(9.9)));
  assert.deepEqual(bed.events, []);
  bed.input.play(silence(1));
  assert.deepEqual(bed.takeEvents(), ['silent']);
  bed.input.play(noise(0.1, -80));
  assert.deepEqual(bed.takeEvents(), ['not silent']);
  bed.input.play(silence(11));
  await bed.configure({ isMuted: true });
  assert.deepEqual(bed.takeEvents(), ['silent', 'not silent']);
});

test('codec and processing are configured, and each block is processed with what is played', async () => {
  const bed = new CaptureBed();
  const processing = { echoCancellation: true, noiseSuppression: false, automaticGainControl: true };
  bed.capture.expectLoss(0.1);
  await bed.configure({ bitrate: 96_000, processing });
  bed.capture.expectLoss(0.2);
  assert.deepEqual(bed.encodings, [
    { bitrate: 96_000, expectedLoss: 0.1 },
    { bitrate: 96_000, expectedLoss: 0.2 },
  ]);
  assert.deepEqual(bed.processings, [processing]);
  bed.input.play(silence(0.01));
  bed.echo = tone(500, 0.01);
  bed.input.play(silence(0.01));
  assert.deepEqual(bed.played, [null, bed.echo]);
});

test('after the stop nothing is reported or sent, and the input and the codec are closed', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  const { input } = bed;
  input.play(tone(500, 0.2));
  bed.takeEvents();
  bed.takeSent();
  const stopped = bed.capture.stop();
  assert.deepEqual([bed.takeEvents(), bed.takeSent().silence], [['stopped'], 5]);
  await Promise.all([stopped, bed.capture.stop()]);
  assert.deepEqual([input.isEnded, bed.isEncoderClosed], [true, true]);
  input.play(WORD);
  bed.plugged = [];
  bed.capture.press(true);
  bed.capture.retry();
  bed.capture.expectLoss(0.5);
  await bed.configure();
  await bed.clock.advance(60_000);
  assert.deepEqual([bed.events, bed.frames, bed.opened.length], [[], [], 1]);
});

test('a stop while inputs are being searched opens and reports none', async () => {
  for (const plugged of [['built-in'], []]) {
    const bed = new CaptureBed();
    bed.plugged = plugged;
    const search = new Deferred<void>();
    bed.search = search.promise;
    await bed.configure();
    await bed.capture.stop();
    search.resolve();
    await settle();
    assert.ok(bed.opened.every(({ isEnded }) => isEnded));
    assert.deepEqual(bed.events, []);
  }
});

test('a stop does not wait for an input that hangs', async () => {
  const bed = new CaptureBed();
  await bed.configure();
  bed.input.stop = () => new Promise(() => {});
  const stopped = bed.capture.stop();
  await bed.clock.advance(1000);
  await stopped;
  assert.equal(bed.isEncoderClosed, true);
});
