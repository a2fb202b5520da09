import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** What the service gets to see of an application's request. Cookie, Host, Origin and hop-by-hop headers are not. */
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

/** What the application does not get to see of the service's answer: hop-by-hop headers, and what this server decides. */
const WITHHELD: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'keep-alive',
  // A page would follow it with the application's token.
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

/** Headers of the call to the service. @param authorization the application's own bearer token */
export function requestHeaders({ headers }: IncomingMessage, authorization: string): OutgoingHttpHeaders {
  const forwarded: Record<string, string | string[]> = { authorization };
  for (const name of FORWARDED) {
    const value = headers[name];
    if (value !== undefined) forwarded[name] = value;
  }
  // Without it a body of unknown length would be taken for the next request.
  if (headers['transfer-encoding'] !== undefined) forwarded['transfer-encoding'] = 'chunked';
  return forwarded;
}

/** Headers of the answer to the application, without any that lets an origin in. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const passes = ([name]: [string, unknown]) =>
    !WITHHELD.has(name) && !named.has(name) && !name.startsWith('access-control-');
  return Object.fromEntries(Object.entries(headers).filter(passes));
}
