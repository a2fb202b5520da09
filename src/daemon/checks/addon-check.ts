import { type Check, ok, problem } from '../../control/doctor/finding.js';
import { loadPeerCredentials } from '../../platform/native/peer-credentials.js';

/** Checks the native addon, without which no connection can be accepted. */
export const addonCheck: Check = {
  name: 'native addon',
  run() {
    const loaded = loadPeerCredentials();
    if (loaded.binding !== null) return [ok('it can be loaded')];
    return [
      problem('addon_missing', loaded.reason, {
        hint: 'Build it in the checkout.',
        command: 'npm run setup',
      }),
    ];
  },
};
