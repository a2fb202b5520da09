import { loadOpus } from '../../../platform/native/opus.js';
import { NativeOpusCodecs } from './native-opus.js';
import type { OpusCodecs } from './opus-codecs.js';
import { WasmOpusCodecs } from './wasm-opus.js';

/** Opens the libopus of the system, or the slower one of a package where the system has none (docs/voice.md, Sound). */
export async function openOpus(): Promise<OpusCodecs> {
  const native = openNativeOpus();
  return native instanceof NativeOpusCodecs ? native : await WasmOpusCodecs.load(native.missing);
}

/** Opens the libopus of the system, or states why it cannot be used. */
export function openNativeOpus(): NativeOpusCodecs | { readonly missing: string } {
  const loaded = loadOpus();
  if (loaded.binding === null) return { missing: loaded.reason };
  const { state, detail } = loaded.binding.probe();
  return state === 'usable' ? new NativeOpusCodecs(loaded.binding, detail) : { missing: detail };
}
