import { pageHeaders } from '../../platform/sockets/http-headers.js';
import { STYLE_SOURCE } from './style.js';

/** The response to a browser. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null for a redirect */
  readonly html: string | null;
}

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
): PageAnswer {
  const own = pageHeaders([`style-src ${STYLE_SOURCE}`, `img-src ${images}`, `form-action ${formTargets}`]);
  return { status, headers: { ...own, ...headers, 'content-type': 'text/html; charset=utf-8' }, html };
}

/** Redirects the browser; the next request is a GET. */
export function redirectAnswer(location: string): PageAnswer {
  return { status: 303, headers: { ...pageHeaders([]), location }, html: null };
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
