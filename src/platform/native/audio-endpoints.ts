import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** An audio endpoint of the system's sound service (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpoint {
  /** identifies it persistently: on Windows the endpoint id, elsewhere a path-like name made by the addon */
  readonly identity: string;
  readonly name: string;
  /** the location of its hardware: a path in /sys, `bluetooth:ADDRESS`, on Windows `container:{UUID}`; empty if unknown */
  readonly place: string;
  readonly isInput: boolean;
  readonly isDefault: boolean;
}

/** The reply of the system's sound service (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpointList {
  /**
   * absent: there is no sound service; silent: it did not answer in time; exhausted: this process cannot open more
   * files
   */
  readonly service: 'answered' | 'absent' | 'silent' | 'exhausted';
  /** empty unless it answered */
  readonly endpoints: readonly NativeAudioEndpoint[];
}

/** Audio endpoints (native/binding/audio_endpoints.cc). */
export interface AudioEndpointsBinding {
  /** Queries the system's sound service off the main thread. */
  list(timeoutMs: number): Promise<NativeAudioEndpointList>;
  /**
   * Calls back whenever the sound service's endpoints or defaults may have changed, including once at the start, and
   * when the service appears or disappears. Never calls back without such a service. `mayBeGone`: an input may have been
   * removed.
   */
  readonly Watcher: new (
    onChange: (mayBeGone: boolean) => void,
  ) => NativeListener;
}

export const loadAudioEndpoints = bindingLoader<AudioEndpointsBinding>('audioEndpoints', ['list', 'Watcher']);
