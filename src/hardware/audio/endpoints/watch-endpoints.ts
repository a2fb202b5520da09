import { throttle } from '../../../platform/async/coalesce.js';
import { watchNames } from '../../../platform/files/watch-names.js';
import { loadAudioEndpoints } from '../../../platform/native/audio-endpoints.js';

/** Plugging in a device creates several endpoints, files and messages. */
const THROTTLE_MS = 100;

/**
 * Calls back when audio endpoints may have changed, until the returned function is called: on events of the sound
 * service, or without one on changes of ALSA's device files.
 *
 * Throws if the sound service cannot be watched (src/platform/native/binding.ts).
 */
export function watchEndpoints(listener: () => void, cards = '/dev/snd'): () => void {
  const changed = throttle(THROTTLE_MS, listener);
  const { binding } = loadAudioEndpoints();
  const service = binding === null ? null : new binding.Watcher(changed);
  const stopCards =
    process.platform === 'linux' ? watchNames(cards, /^(control|pcm)C\d+/, changed) : () => {};
  return () => {
    service?.stop();
    stopCards();
  };
}
