import type { OutgoingHttpHeaders } from 'node:http';
import { ExpectedError } from '../../protocol/expected-error.js';
import { REST_ERRORS, type RestErrorName } from '../../protocol/rest/errors.js';

/** The proxy refuses a call; sent in the error format of the REST interface. */
export class ProxyRefusal extends ExpectedError {
  override readonly name = 'ProxyRefusal';

  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly headers: OutgoingHttpHeaders = {},
  ) {
    super(message);
  }
}

function rest(name: RestErrorName, headers?: OutgoingHttpHeaders): ProxyRefusal {
  const { status, code, message } = REST_ERRORS[name];
  return new ProxyRefusal(status, code, message, headers);
}

/** All refusals of the proxy. */
export const proxyRefusals = {
  notProxied: () => rest('NOT_FOUND'),
  methodNotProxied: (methods: readonly string[]) => rest('METHOD_NOT_ALLOWED', { allow: methods.join(', ') }),
  noToken: () => rest('UNAUTHORIZED', { 'www-authenticate': 'Bearer' }),
  invalidToken: () => rest('UNAUTHORIZED', { 'www-authenticate': 'Bearer error="invalid_token"' }),
  missingScope: () =>
    rest('MISSING_ACCESS', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="rpc.api"' }),
  foreignOrigin: () => new ProxyRefusal(403, 0, 'Invalid Origin'),
  tooManyAttempts: (seconds: number) =>
    new ProxyRefusal(429, 0, 'Too many wrong tokens', { 'retry-after': String(seconds) }),
  tooLarge: () => new ProxyRefusal(413, 0, 'Payload Too Large'),
  busy: () => new ProxyRefusal(503, 0, 'Too many proxied requests at once', { 'retry-after': '1' }),
  unreachable: () => new ProxyRefusal(502, 0, 'The service cannot be reached'),
  unreadable: () => new ProxyRefusal(502, 0, 'The service sent an invalid response'),
  timedOut: () => new ProxyRefusal(504, 0, 'The service did not answer in time'),
} as const;
