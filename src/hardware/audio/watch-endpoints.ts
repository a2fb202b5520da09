import { throttle } from '../../platform/coalesce.js';
import { loadAudioEndpoints } from '../../platform/native/audio-endpoints.js';
import { watchNames } from '../../platform/watch-names.js';

/** A device that is plugged in makes several endpoints, files and messages. */
const GATHER_MS = 100;

/**
 * Calls back when audio endpoints may have come, gone or changed: by the sound service's own events, and where there is
 * none by the files of ALSA's cards. Until the returned function is called.
 *
 * Throws if the sound service cannot be watched (src/platform/native/listener.ts).
 */
export function watchEndpoints(listener: () => void, cards = '/dev/snd'): () => void {
  const changed = throttle(GATHER_MS, listener);
  const { binding } = loadAudioEndpoints();
  const service = binding === null ? null : new binding.Watcher(changed);
  const stopCards =
    process.platform === 'linux' ? watchNames(cards, /^(control|pcm)C\d+/, changed) : () => {};
  return () => {
    service?.stop();
    stopCards();
  };
}
