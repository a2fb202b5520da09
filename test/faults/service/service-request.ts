import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseJson } from '#guildhall/platform/text/parse-json.js';

/** After how long a client gives up, in milliseconds: the outcome is unknown then. */
const GIVE_UP_MS = 2_000;
/** The host that nodes are addressed as. */
export const HOST = '127.0.0.1:6480';

export interface ServiceRequest {
  readonly method: string;
  /** after `/api` */
  readonly path: string;
  /** the Authorization header */
  readonly as: string;
  readonly json?: object;
}

/** @param body undefined: none, or not JSON */
export interface ServiceReply {
  readonly status: number;
  readonly body: unknown;
}

/** One request over a separate connection. @param host a node, or the balancer @returns null: there was no reply */
export function requestService(
  host: string,
  { method, path, as, json }: ServiceRequest,
): Promise<ServiceReply | null> {
  return new Promise((resolve) => {
    const [name, port] = host.split(':');
    const sent = request({
      host: name,
      port,
      path: `/api${path}`,
      method,
      agent: false,
      signal: AbortSignal.timeout(GIVE_UP_MS),
      headers: { host: HOST, authorization: as, 'content-type': 'application/json' },
    });
    const fail = () => resolve(null);
    sent.once('error', fail);
    sent.once('response', (response: IncomingMessage) => {
      const reply = (body: string) => resolve({ status: response.statusCode ?? 0, body: parseJson(body) });
      text(response).then(reply, fail);
    });
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
}
