import { throttle } from '../../../platform/async/coalesce.js';
import { watchNames } from '../../../platform/files/watch-names.js';
import { loadAudioEndpoints } from '../../../platform/native/audio-endpoints.js';

/** Plugging in a device creates several endpoints, files and messages. */
const THROTTLE_MS = 100;

export interface EndpointWatchers {
  /** Audio endpoints may have changed: the sound service said so, or without one ALSA's device files did. */
  changed(): void;
  /** The sound service may have removed an input; at once, and before `changed`. */
  mayBeGone(): void;
}

/**
 * Watches audio endpoints until the returned function is called.
 *
 * Throws if the sound service cannot be watched (src/platform/native/binding.ts).
 */
export function watchEndpoints(watchers: EndpointWatchers, cards = '/dev/snd'): () => void {
  const changed = throttle(THROTTLE_MS, () => watchers.changed());
  const { binding } = loadAudioEndpoints();
  const onChange = (mayBeGone: boolean) => {
    if (mayBeGone) watchers.mayBeGone();
    changed();
  };
  const service = binding === null ? null : new binding.Watcher(onChange);
  const stopCards =
    process.platform === 'linux' ? watchNames(cards, /^(control|pcm)C\d+/, changed) : () => {};
  return () => {
    service?.stop();
    stopCards();
  };
}
