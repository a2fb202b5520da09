import { type Check, ok, problem, type Remedy } from '../../control/doctor/finding.js';
import { isPackaged, missingModuleHint } from '../../platform/native/binding.js';
import { loadPeerCredentials } from '../../platform/native/peer-credentials.js';

/** Checks the native addon, without which no connection can be accepted. */
export const addonCheck: Check = {
  name: 'native addon',
  run({ platform }) {
    const loaded = loadPeerCredentials();
    if (loaded.binding !== null) return [ok('it can be loaded')];
    return [problem('addon_missing', loaded.reason, addonRemedy(platform))];
  },
};

/** What to do about a missing addon. */
export function addonRemedy(platform: NodeJS.Platform, isPackage = isPackaged()): Remedy {
  const hint = missingModuleHint(platform, isPackage);
  return isPackage || platform === 'win32' ? { hint } : { hint: 'Build it in the checkout.', command: hint };
}
