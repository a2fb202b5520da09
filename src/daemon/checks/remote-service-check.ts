import Type from 'typebox';
import { boundedFetch } from '../../client/bounded-fetch.js';
import { ServiceError } from '../../client/service-error.js';
import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { parseJson } from '../../platform/parse-json.js';
import { validator } from '../../protocol/schema.js';
import { loadConfiguration } from '../configuration.js';

/** How long a reply may be, in bytes. */
const REPLY_BYTES = 64 * 1024;

const gatewayValidator = validator(Type.Object({ url: Type.String() }));

/** Checks that a remote service answers, as the one at `api_url`. */
export const remoteServiceCheck: Check = {
  name: 'remote service',
  async run({ daemon, environment, home }) {
    const url = daemon === null ? await configuredUrl(home, environment) : remoteUrl(daemon.api);
    return url === null ? [] : [await probe(url)];
  },
};

function remoteUrl({ embedded, url }: { readonly embedded: boolean; readonly url: string }): string | null {
  return embedded ? null : url;
}

async function configuredUrl(home: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const configuration = await loadConfiguration({ home }, environment).catch(() => null);
  return configuration?.apiUrl ?? null;
}

/** Asks what needs no token, so that none is sent to a server that may be the wrong one. */
async function probe(url: string): Promise<Result> {
  const request = { method: 'GET', headers: { accept: 'application/json' }, replyBytes: REPLY_BYTES };
  try {
    const { status, body } = await boundedFetch(url, `${url}/gateway`, request);
    if (gatewayValidator.is(parseJson(body.toString()))) return ok(`${url} answers`);
    return problem('service_wrong', `${url} answers, but not as a service of Guildhall (HTTP ${status})`, {
      hint: 'Correct --api-url or api_url: it usually ends in /api.',
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return problem('service_unreachable', error.message, {
      hint: 'Check the address (--api-url or api_url), the network and that the service runs.',
    });
  }
}
