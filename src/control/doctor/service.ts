import { type Check, error, ok, warning } from './finding.js';

/** Checks that a daemon is running and signed in to its service. */
export const service: Check = {
  name: 'service',
  run({ daemon }) {
    if (daemon === null)
      return [warning('no daemon is running for this home', 'Start it with: guildhall start')];
    const { api, signedIn } = daemon;
    if (!api.connected) {
      return [
        error(
          `the service at ${api.url} is not connected`,
          'Check the address and the network; the daemon keeps trying.',
        ),
      ];
    }
    if (!signedIn) return [error('nobody is signed in', 'Sign in with: guildhall login')];
    return [ok(`connected to ${api.url}`)];
  },
};
