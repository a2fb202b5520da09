import type { Check } from '../../control/doctor/finding.js';
import { probeService } from '../probe-service.js';
import { readableConfiguration } from './readable-configuration.js';

/** Checks that a remote service answers, as the one at `api_url`. */
export const remoteServiceCheck: Check = {
  name: 'remote service',
  readsHome: true,
  isForDaemonsOnly: true,
  async run(context) {
    const { daemon } = context;
    const configured = daemon === null ? await readableConfiguration(context) : null;
    const url = daemon === null ? (configured?.apiUrl ?? null) : remoteUrl(daemon.api);
    return url === null ? [] : [await probeService(url)];
  },
};

function remoteUrl({ embedded, url }: { readonly embedded: boolean; readonly url: string }): string | null {
  return embedded ? null : url;
}
