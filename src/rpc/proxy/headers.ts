import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Request headers that are forwarded to the service. Cookie, Host, Origin and hop-by-hop headers are not. */
const FORWARDED = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
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
  return { ...forwarded, ...bodyFraming(headers) };
}

/**
 * The headers that frame the body of a request to the service, made from how Node.js read it; null if there is no body. A
 * body without framing would be parsed as the next request on a connection that all applications share.
 */
export function bodyFraming(headers: IncomingHttpHeaders): OutgoingHttpHeaders | null {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = Number(headers['content-length'] ?? 0);
  return length === 0 ? null : { 'content-length': length };
}

/** Headers of the response to the application, without CORS headers. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const passes = ([name]: [string, unknown]) =>
    !STRIPPED.has(name) && !named.has(name) && !name.startsWith('access-control-');
  return Object.fromEntries(Object.entries(headers).filter(passes));
}
