import assert from 'node:assert/strict';
import type { OpusBinding } from '#guildhall/platform/native/opus.js';
import type { SpeexDspBinding } from '#guildhall/platform/native/speex-dsp.js';

type Exercises = Record<string, () => void>;

/** One use of each thing of libopus, rightly and wrongly. */
export function opusExercises(opus: OpusBinding): Exercises {
  return {
    'opus.probe': () => assert.equal(opus.probe().state, 'usable'),
    'opus.Encoder': () => {
      const encoder = new opus.Encoder();
      encoder.configure(24_000, 30, 10);
      for (const wrong of [
        [-1, 0, 0],
        [24_000, 101, 0],
        [24_000, 0],
        ['much', 0, 0],
      ])
        assert.throws(() => Reflect.apply(encoder.configure, encoder, wrong), TypeError);
      for (const wrong of [new Int16Array(959), new Uint8Array(960), 960])
        assert.throws(() => Reflect.apply(encoder.encode, encoder, [wrong]), TypeError);
      assert.ok(encoder.encode(new Int16Array(960)).length > 0);
      encoder.close();
      assert.throws(() => encoder.encode(new Int16Array(960)), TypeError);
    },
    'opus.Decoder': () => {
      const decoder = new opus.Decoder();
      // Silence of 20 ms and of 120 ms, then what is not a packet.
      for (const packet of [[248], [251, 6]]) assert.ok(decoder.decode(Buffer.from(packet)));
      for (const packet of [[], [251], [251, 49], Array(200).fill(255)])
        assert.equal(decoder.decode(Buffer.from(packet)), null);
      for (let value = 0; value < 256; value += 1) {
        decoder.decode(Buffer.alloc(value, value));
        decoder.recover(Buffer.alloc(value, 255 - value), 960);
      }
      for (const wrong of [0, 119, 5880, -120, Number.NaN, 2 ** 40])
        assert.throws(() => decoder.conceal(wrong), TypeError);
      assert.equal(decoder.conceal(5760)?.length, 11_520);
      decoder.close();
      assert.throws(() => decoder.conceal(960), TypeError);
    },
  };
}

/** One use of each thing of libspeexdsp, rightly and wrongly. */
export function speexDspExercises(speexDsp: SpeexDspBinding): Exercises {
  const block = new Int16Array(480);
  const wrongBlocks = [new Int16Array(479), new Uint8Array(480), 480, null];
  const settings = {
    noiseSuppression: 30,
    echoSuppression: 40,
    echoSuppressionWhileSpeaking: 15,
    speechLevel: 12_000,
    maxGain: 30,
    gainRise: 12,
  };
  return {
    'speexDsp.probe': () => assert.equal(speexDsp.probe().state, 'usable'),
    'speexDsp.EchoCanceller': () => {
      for (const wrong of [479, 48_001, Number.NaN, '480'])
        assert.throws(() => Reflect.construct(speexDsp.EchoCanceller, [wrong]), TypeError);
      const canceller = new speexDsp.EchoCanceller(4800);
      for (const wrong of wrongBlocks)
        assert.throws(() => Reflect.apply(canceller.cancel, canceller, [block, wrong]), TypeError);
      assert.equal(canceller.cancel(block, block).length, 480);
      canceller.close();
      assert.throws(() => canceller.cancel(block, block), TypeError);
    },
    'speexDsp.Preprocessor': () => {
      const [preprocessor, canceller] = [new speexDsp.Preprocessor(), new speexDsp.EchoCanceller(4800)];
      for (const wrong of [[settings, {}], [settings], [{}, null], [{ ...settings, maxGain: -1 }, null]])
        assert.throws(() => Reflect.apply(preprocessor.configure, preprocessor, wrong), TypeError);
      for (const wrong of wrongBlocks)
        assert.throws(() => Reflect.apply(preprocessor.process, preprocessor, [wrong]), TypeError);
      preprocessor.configure(settings, canceller);
      canceller.cancel(block, block);
      // It is still used.
      canceller.close();
      assert.equal(preprocessor.process(block).length, 480);
      preprocessor.configure({ ...settings, speechLevel: 0 }, null);
      preprocessor.process(block);
      preprocessor.close();
      assert.throws(() => preprocessor.process(block), TypeError);
    },
    'speexDsp.Resampler': () => {
      for (const wrong of [[7999, 48_000], [48_000, 192_001], [48_000]])
        assert.throws(() => Reflect.construct(speexDsp.Resampler, wrong), TypeError);
      for (const [from, to] of [
        [8000, 192_000],
        [192_000, 8000],
        [44_100, 48_000],
      ] as const) {
        const resampler = new speexDsp.Resampler(from, to);
        for (const count of [0, 1, 441, 48_000]) resampler.process(new Int16Array(count));
        for (const wrong of [new Int16Array(48_001), new Float32Array(4), null])
          assert.throws(() => Reflect.apply(resampler.process, resampler, [wrong]), TypeError);
        resampler.close();
        assert.throws(() => resampler.process(block), TypeError);
      }
    },
  };
}
