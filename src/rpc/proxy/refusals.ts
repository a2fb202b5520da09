import type { OutgoingHttpHeaders } from 'node:http';
import { ExpectedError } from '../../protocol/expected-error.js';
import {
  REST_ERRORS,
  type RestErrorBody,
  type RestErrorName,
  rateLimitedBody,
} from '../../protocol/rest/errors.js';

type ProxyErrorBody = Omit<RestErrorBody, 'errors'> | ReturnType<typeof rateLimitedBody>;

/** The proxy refuses a call; sent in the error format of the REST interface. */
export class ProxyRefusal extends ExpectedError {
  override readonly name = 'ProxyRefusal';

  constructor(
    readonly status: number,
    readonly body: ProxyErrorBody,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(body.message);
  }
}

function rest(name: RestErrorName, headers?: OutgoingHttpHeaders): ProxyRefusal {
  const { status, code, message } = REST_ERRORS[name];
  return new ProxyRefusal(status, { code, message }, headers);
}

/** A refusal that the service has no code for. */
function withoutCode(status: number, message: string, headers?: OutgoingHttpHeaders): ProxyRefusal {
  return new ProxyRefusal(status, { code: 0, message }, headers);
}

/** All refusals of the proxy. */
export const proxyRefusals = {
  notProxied: () => rest('NOT_FOUND'),
  methodNotProxied: (methods: readonly string[]) => rest('METHOD_NOT_ALLOWED', { allow: methods.join(', ') }),
  unexpectedBody: () => rest('BAD_REQUEST'),
  noToken: () => rest('UNAUTHORIZED', { 'www-authenticate': 'Bearer' }),
  invalidToken: () => rest('UNAUTHORIZED', { 'www-authenticate': 'Bearer error="invalid_token"' }),
  missingScope: () =>
    rest('MISSING_ACCESS', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="rpc.api"' }),
  foreignOrigin: () => withoutCode(403, 'Invalid Origin'),
  tooManyAttempts: (seconds: number) =>
    new ProxyRefusal(429, rateLimitedBody(seconds * 1000, false), { 'retry-after': String(seconds) }),
  tooLarge: () => withoutCode(413, 'Payload Too Large'),
  busy: () => withoutCode(503, 'Too many proxied requests at once', { 'retry-after': '1' }),
  unreachable: () => withoutCode(502, 'The service cannot be reached'),
  unreadable: () => withoutCode(502, 'The service sent an invalid response'),
  timedOut: () => withoutCode(504, 'The service did not answer in time'),
} as const;
