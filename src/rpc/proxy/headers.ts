import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Request headers that are forwarded to the service. Cookie, Host, Origin and hop-by-hop headers are not. */
const FORWARDED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'if-none-match',
  'user-agent',
  'x-audit-log-reason',
] as const;

/** Response headers that are not forwarded to the application: hop-by-hop headers, and those that this server sets. */
const STRIPPED: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'keep-alive',
  // A page would follow the redirect with the application's token.
  'location',
  'proxy-authenticate',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'refresh',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
]);

/** Headers of the request to the service. @param authorization the application's own bearer token */
export function requestHeaders({ headers }: IncomingMessage, authorization: string): OutgoingHttpHeaders {
  const forwarded: Record<string, string | string[]> = { authorization };
  for (const name of FORWARDED) {
    const value = headers[name];
    if (value !== undefined) forwarded[name] = value;
  }
  // Without it, a body of unknown length would be parsed as the next request.
  if (headers['transfer-encoding'] !== undefined) forwarded['transfer-encoding'] = 'chunked';
  return forwarded;
}

/** Headers of the response to the application, without CORS headers. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const passes = ([name]: [string, unknown]) =>
    !STRIPPED.has(name) && !named.has(name) && !name.startsWith('access-control-');
  return Object.fromEntries(Object.entries(headers).filter(passes));
}
