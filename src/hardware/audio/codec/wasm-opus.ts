import type { Handler } from 'opusscript/build/opusscript_native_wasm.js';
import { FRAME_SAMPLES, PLAYED_CHANNELS } from '../pcm.js';
import { COMPLEXITY, DEFAULT_SETTINGS, lossInPercent } from './encoder-values.js';
import {
  type EncoderSettings,
  MalformedPacketError,
  type OpusCodecs,
  type OpusDecoder,
  type OpusEncoder,
} from './opus-codecs.js';
import { WasmHeap } from './wasm-heap.js';

/** Values of opus_defines.h. */
const SET_BITRATE = 4002;
const SET_COMPLEXITY = 4010;
const SET_INBAND_FEC = 4012;
const SET_EXPECTED_LOSS = 4014;
const SET_SIGNAL = 4024;
const SIGNAL_VOICE = 3001;

const LOST = new Uint8Array(0);

/**
 * Opus by the libopus 1.4 of opusscript, in WebAssembly: for systems without libopus, at a third more CPU time.
 *
 * It cannot read the redundancy of packets, so a lost one is always concealed. It conceals 120 ms at once; what is
 * not used of them continues the next time, until a packet is decoded.
 */
export class WasmOpusCodecs implements OpusCodecs {
  readonly implementation = 'opusscript';

  private constructor(
    private readonly heap: WasmHeap,
    readonly fallbackReason: string,
  ) {}

  /** @param fallbackReason why the libopus of the system is not used */
  static async load(fallbackReason: string): Promise<WasmOpusCodecs> {
    const { default: createModule } = await import('opusscript/build/opusscript_native_wasm.js');
    return new WasmOpusCodecs(new WasmHeap(createModule()), fallbackReason);
  }

  createEncoder(): OpusEncoder {
    return new WasmEncoder(this.heap);
  }

  createDecoder(): OpusDecoder {
    return new WasmDecoder(this.heap);
  }
}

/** A handler of the heap until `close`. */
class HandlerUse {
  #handler: Handler | null;

  constructor(
    private readonly heap: WasmHeap,
    private readonly channels: number,
  ) {
    this.#handler = heap.takeHandler(channels);
  }

  get handler(): Handler {
    if (this.#handler === null) throw new TypeError('the codec is closed');
    return this.#handler;
  }

  close(): void {
    if (this.#handler !== null) this.heap.returnHandler(this.#handler, this.channels);
    this.#handler = null;
  }
}

class WasmEncoder implements OpusEncoder {
  readonly #use: HandlerUse;

  constructor(private readonly heap: WasmHeap) {
    this.#use = new HandlerUse(heap, 1);
    this.#set(SET_SIGNAL, SIGNAL_VOICE);
    this.#set(SET_COMPLEXITY, COMPLEXITY);
    this.configure(DEFAULT_SETTINGS);
  }

  configure(settings: EncoderSettings): void {
    const loss = lossInPercent(settings);
    this.#set(SET_BITRATE, settings.bitrate);
    this.#set(SET_EXPECTED_LOSS, loss);
    this.#set(SET_INBAND_FEC, loss > 0 ? 1 : 0);
  }

  encode(samples: Int16Array): Buffer {
    if (samples.length !== FRAME_SAMPLES) throw new TypeError(`a frame has ${FRAME_SAMPLES} samples`);
    const packet = this.heap.encode(this.#use.handler, samples);
    if (packet === null) throw new TypeError('opusscript refused a frame');
    return packet;
  }

  close(): void {
    this.#use.close();
  }

  #set(request: number, value: number): void {
    const result = this.#use.handler._encoder_ctl(request, value);
    if (result < 0) throw new TypeError(`opusscript refused the value ${value} of request ${request}`);
  }
}

class WasmDecoder implements OpusDecoder {
  readonly #use: HandlerUse;
  /** the rest of what was concealed */
  #concealed: Int16Array = new Int16Array(0);

  constructor(private readonly heap: WasmHeap) {
    this.#use = new HandlerUse(heap, PLAYED_CHANNELS);
  }

  decode(packet: Uint8Array): Int16Array {
    const sound = packet.length === 0 ? null : this.#decode(packet);
    if (sound === null) throw new MalformedPacketError('not a packet of Opus');
    this.#concealed = new Int16Array(0);
    return sound;
  }

  conceal(samples: number): Int16Array {
    const length = samples * PLAYED_CHANNELS;
    if (this.#concealed.length < length) this.#concealed = this.#decode(LOST) ?? new Int16Array(length);
    const sound = this.#concealed.slice(0, length);
    this.#concealed = this.#concealed.subarray(length);
    return sound;
  }

  recover(next: Uint8Array, samples: number): Int16Array {
    if (next.length === 0) throw new MalformedPacketError('not a packet of Opus');
    return this.conceal(samples);
  }

  close(): void {
    this.#use.close();
  }

  #decode(packet: Uint8Array): Int16Array | null {
    return this.heap.decode(this.#use.handler, packet, PLAYED_CHANNELS);
  }
}
