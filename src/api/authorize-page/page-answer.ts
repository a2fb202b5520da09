import type { HttpReply } from '../../net/http/http-reply.js';
import { pageHeaders } from '../../platform/sockets/http-headers.js';
import { STYLE_SOURCE } from './style.js';

/** What a page may load, as source lists of a Content-Security-Policy. */
export interface PagePolicy {
  /** where its form may be submitted and redirected to */
  readonly formTargets?: string;
  /** which images it may load */
  readonly images?: string;
}

/** A page. It has no Cross-Origin-Opener-Policy: games watch the popup until it returns to their origin. */
export function pageAnswer(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
  { formTargets = "'none'", images = "'none'" }: PagePolicy = {},
): HttpReply {
  const own = pageHeaders([`style-src ${STYLE_SOURCE}`, `img-src ${images}`, `form-action ${formTargets}`]);
  return { status, headers: { ...own, ...headers, 'content-type': 'text/html; charset=utf-8' }, body: html };
}

/** Redirects the browser; the next request is a GET. */
export function redirectAnswer(location: string): HttpReply {
  return { status: 303, headers: { ...pageHeaders([]), location }, body: '' };
}

/**
 * Where the form may lead: to this service, and where the answer redirects the browser. Chromium checks every redirect
 * that follows a form against this, also those of the application's own page, which may lead anywhere on the web; and
 * CSP cannot express an IPv6 address. So only the scheme is listed.
 */
export function formTargets(redirectUri: string | null): string {
  if (redirectUri === null) return "'self'";
  const { protocol } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? "'self' http: https:" : `'self' ${protocol}`;
}
