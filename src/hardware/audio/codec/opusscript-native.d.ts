// The WebAssembly module within opusscript. Its own JavaScript takes the addresses of its buffers twice, so that the
// buffers of many instances overlap the memory of others (0.1.1).
declare module 'opusscript/build/opusscript_native_wasm.js' {
  namespace opusscript {
    interface Module {
      /** Replaced when the memory grows. */
      readonly HEAPU8: Uint8Array;
      readonly HEAPU16: Uint16Array;
      readonly OpusScriptHandler: new (sampleRate: number, channels: number, application: number) => Handler;
      _malloc(size: number): number;
    }

    /** An encoder and a decoder. Samples are two 16-bit words in memory, each with one byte: first the lower. */
    interface Handler {
      /** @returns the size of the packet, or a negative code */
      _encode(samples: number, count: number, packet: number, frameSize: number): number;
      /** @returns the samples of each channel, or a negative code */
      _decode(packet: number, size: number, samples: number): number;
      _encoder_ctl(request: number, value: number): number;
      _decoder_ctl(request: number, value: number): number;
    }
  }

  function opusscript(): opusscript.Module;
  export = opusscript;
}
