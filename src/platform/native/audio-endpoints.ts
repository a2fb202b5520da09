import { bindingLoader } from './binding.js';
import type { NativeListener } from './listener.js';

/** An audio endpoint as the system's sound service has it (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpoint {
  /** what identifies it persistently: on Windows the endpoint id, elsewhere a path-like name of the addon's */
  readonly identity: string;
  readonly name: string;
  /** where the hardware behind it is: on Linux a path in /sys, or `bluetooth:ADDRESS`; empty where that is not known */
  readonly place: string;
  readonly isInput: boolean;
  readonly isDefault: boolean;
}

/** What the system's sound service says (native/audio-endpoints/audio_endpoints.h). */
export interface NativeAudioEndpointList {
  /**
   * absent: there is no sound service; silent: it did not answer in time; exhausted: this process can open no more files
   * to ask it
   */
  readonly service: 'answered' | 'absent' | 'silent' | 'exhausted';
  /** empty unless it answered */
  readonly endpoints: readonly NativeAudioEndpoint[];
}

/** Audio endpoints (native/binding/audio_endpoints.cc). */
export interface AudioEndpointsBinding {
  /** Asks the system's sound service, off the main thread. */
  list(timeoutMs: number): Promise<NativeAudioEndpointList>;
  /**
   * Calls back whenever the sound service's endpoints or its defaults may have changed: also once when it begins to watch
   * the service, and when the service comes or goes. Where there is no such service it never calls back.
   */
  readonly Watcher: new (
    onChange: () => void,
  ) => NativeListener;
}

export const loadAudioEndpoints = bindingLoader<AudioEndpointsBinding>('audioEndpoints', ['list', 'Watcher']);
