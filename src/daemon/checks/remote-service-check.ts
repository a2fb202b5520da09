import Type from 'typebox';
import { boundedFetch } from '../../client/rest/bounded-fetch.js';
import { ServiceError } from '../../client/service-error.js';
import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { validator } from '../../protocol/schema.js';
import { readableConfiguration } from './configuration-check.js';

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

/** How long a reply may be, in bytes. */
const REPLY_BYTES = 64 * 1024;

const gatewayValidator = validator(Type.Object({ url: Type.String() }));

/**
 * Finds out whether a service answers. It is asked what needs no token, so that none is sent to a server that may be the
 * wrong one.
 *
 * @param url base URL of its REST API
 */
async function probeService(url: string): Promise<Result> {
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

/** Warns in the log if a remote service does not answer. The daemon serves without it, and keeps trying. */
export async function warnOfSilentService(url: string, log: Logger): Promise<void> {
  try {
    const { level, message, hint } = await probeService(url);
    if (level !== 'ok') log.warn({ hint }, message);
  } catch (error) {
    log.warn({ url }, messageOf(error));
  }
}
