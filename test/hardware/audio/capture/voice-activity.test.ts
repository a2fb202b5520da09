import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amplify, join, mix } from '../../../helpers/sound/edit.js';
import { envelopeOf } from '../../../helpers/sound/envelope.js';
import { NOISES } from '../../../helpers/sound/noises.js';
import { noise, silence, tone } from '../../../helpers/sound/signals.js';
import { SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { spurtsOf } from '../support/spurts.js';

function assertBetween(value: number | undefined, low: number, high: number): void {
  assert.ok(value !== undefined && value >= low && value <= high, `${value} is not from ${low} to ${high}`);
}

for (const [name, make] of Object.entries(NOISES)) {
  test(`a quarter of a minute of ${name} noise at -60 dB is not sent, by either kind of threshold`, () => {
    const sound = make(15, -60);
    assert.deepEqual(spurtsOf(sound), []);
    assert.deepEqual(spurtsOf(sound, -60), []);
    assert.deepEqual(spurtsOf(sound, -50), []);
  });

  test(`${name} noise that gets louder is sent for five seconds at most, and what gets quieter not at all`, () => {
    const sound = join(make(10, -65), make(15, -45), make(10, -60), make(15, -40));
    const spurts = spurtsOf(sound);
    assert.ok(spurts.length >= 1 && spurts.length <= 4, JSON.stringify(spurts));
    for (const { start, end } of spurts)
      assert.ok((start >= 10 && end <= 15.1) || (start >= 35 && end <= 40.1), JSON.stringify(spurts));
  });
}

test('speech is sent from 20 ms after its beginning until 60 ms after its end', () => {
  const sound = join(noise(3, -60), mix(tone(500, 1, -30), noise(1, -60)), noise(2, -60));
  for (const threshold of [null, -45]) {
    const [spurt, ...others] = spurtsOf(sound, threshold);
    assert.deepEqual(others, []);
    assertBetween(spurt?.start, 3, 3.02);
    assertBetween(spurt?.end, 4.04, 4.06);
  }
});

test('a word after the first moments is sent, even if it begins while the threshold still follows the noise', () => {
  const [spurt] = spurtsOf(join(noise(0.3, -60), tone(500, 0.5, -30), noise(1, -60)));
  assertBetween(spurt?.start, 0.3, 0.33);
});

test('a long vowel is sent for at least five seconds', () => {
  const [spurt] = spurtsOf(join(noise(3, -60), tone(300, 8, -20)));
  assert.ok(spurt !== undefined && spurt.end - spurt.start >= 5, JSON.stringify(spurt));
});

test('noise just below a fixed threshold does not keep speech open', () => {
  const [spurt, ...others] = spurtsOf(join(noise(3, -52), tone(500, 1, -30), noise(5, -52)), -50);
  assert.deepEqual(others, []);
  assertBetween(spurt?.end, 4.04, 4.2);
});

test('clicks of a keyboard are sent for 100 ms at most, and those within a block not at all', () => {
  const click = amplify(noise(0.008, -30), 12);
  const type = (pause: number) =>
    join(noise(2, -60), ...Array.from({ length: 20 }, () => join(click, noise(pause, -60))));
  assert.deepEqual(spurtsOf(type(0.232)), []);
  for (const { start, end } of spurtsOf(type(0.235))) assert.ok(end - start <= 0.1, `${start}-${end}`);
});

test('noise that gain control amplifies is not sent', () => {
  let gain = 0;
  const amplifySlowly = (block: Int16Array) => {
    gain = Math.min(30, gain + 0.1);
    return amplify(block, gain);
  };
  assert.deepEqual(spurtsOf(noise(20, -60), null, amplifySlowly), []);
  assert.deepEqual(spurtsOf(noise(20, -60), -50, amplifySlowly), []);
});

test('what echo cancellation removes is not sent', () => {
  const echo = join(noise(3, -60), tone(500, 3, -20), noise(1, -60));
  assert.deepEqual(
    spurtsOf(echo, null, () => noise(0.01, -60)),
    [],
  );
});

test('silence at the start of a recording does not make the threshold too low for its noise', () => {
  assert.deepEqual(spurtsOf(join(silence(0.05), noise(5, -45))), []);
});

realTest(SPEECH_PROGRAMS, 'speech is sent whole, in one piece for each part between pauses', async () => {
  for (const level of [-26, -40]) {
    const spoken = speech(undefined, { level });
    const sound = mix(join(silence(2), spoken, silence(1)), noise(3 + spoken.length / 48_000, -75));
    const spurts = spurtsOf(sound);
    assert.ok(spurts.length >= 2 && spurts.length <= 4, JSON.stringify(spurts));
    const loud = [...envelopeOf(sound)].map((value) => value > 10 ** ((level - 20) / 20));
    // What is sent begins 40 ms before a spurt.
    const missed = loud.filter(
      (isLoud, at) =>
        isLoud && !spurts.some(({ start, end }) => at / 100 >= start - 0.041 && at / 100 <= end + 0.021),
    );
    assert.equal(missed.length, 0, JSON.stringify(spurts));
  }
});
