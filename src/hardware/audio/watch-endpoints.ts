import { gathered } from '../../platform/gathered.js';
import { loadNativeAddon } from '../../platform/native.js';
import { watchNames } from '../../platform/watch-names.js';

/** A device that is plugged in makes several endpoints, files and messages. */
const GATHER_MS = 100;

/**
 * Calls back when audio endpoints may have come, gone or changed: by the sound service's own events, and where there is
 * none by the files of ALSA's cards. Until the returned function is called.
 */
export function watchEndpoints(listener: () => void, cards = '/dev/snd'): () => void {
  const changed = gathered(GATHER_MS, listener);
  const { addon } = loadNativeAddon();
  const watches = [
    ...(addon === null ? [] : [addon.watchAudioEndpoints(changed)]),
    ...(process.platform === 'linux' ? [watchNames(cards, /^(control|pcm)C\d+/, changed)] : []),
  ];
  return () => {
    for (const stop of watches.splice(0)) stop();
  };
}
