import assert from 'node:assert/strict';
import { NativeOpusCodecs } from '#guildhall/hardware/audio/codec/native-opus.js';
import { openNativeOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import type { OpusCodecs, OpusDecoder, OpusEncoder } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import { WasmOpusCodecs } from '#guildhall/hardware/audio/codec/wasm-opus.js';
import { blocksOf, join } from '../../../helpers/sound/edit.js';

/** What the tests of libopus need, for `realTest`. */
export const OPUS_LIBRARY = 'libopus.so.0';

/** The samples of a frame that an encoder takes. */
export const FRAME = 960;

export const IMPLEMENTATIONS: readonly (readonly [name: string, open: () => Promise<OpusCodecs>])[] = [
  ['libopus', async () => nativeOpus()],
  ['opusscript', () => WasmOpusCodecs.load('for a test')],
];

export function nativeOpus(): OpusCodecs {
  const codecs = openNativeOpus();
  assert.ok(codecs instanceof NativeOpusCodecs, 'libopus cannot be opened');
  return codecs;
}

export function encodeAll(encoder: OpusEncoder, sound: Int16Array): Buffer[] {
  return blocksOf(sound, FRAME).map((frame) => encoder.encode(frame));
}

/** The decoded packets, one after another, interleaved. */
export function decodeAll(decoder: OpusDecoder, packets: readonly Uint8Array[]): Int16Array {
  return join(...packets.map((packet) => decoder.decode(packet)));
}
