import { pageHeaders } from '../../../platform/http-headers.js';
import { STYLE_SOURCE } from './style.js';

/** The response to a browser. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: it is redirected */
  readonly html: string | null;
}

/** What a page may use, as source lists of a Content-Security-Policy. */
export interface PagePolicy {
  /** where its form may lead */
  readonly formTargets?: string;
  /** which images it may load */
  readonly images?: string;
}

/** A page. It does not isolate itself from its opener: games watch the popup until it returns to their origin. */
export function pageAnswer(
  status: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
  { formTargets = "'none'", images = "'none'" }: PagePolicy = {},
): PageAnswer {
  const own = pageHeaders([`style-src ${STYLE_SOURCE}`, `img-src ${images}`, `form-action ${formTargets}`]);
  return { status, headers: { ...own, ...headers, 'content-type': 'text/html; charset=utf-8' }, html };
}

/** Sends a browser on, by GET whatever it came with. */
export function redirectAnswer(location: string): PageAnswer {
  return { status: 303, headers: { ...pageHeaders([]), location }, html: null };
}

/**
 * Where the form may lead: to us, and where the answer sends the browser on. Chromium holds every redirect that follows
 * a form against this, also those of the application's own page, which may lead anywhere on the web; and CSP has no
 * word for an IPv6 address. So it is the scheme that is named.
 */
export function formTargets(redirectUri: string | null): string {
  if (redirectUri === null) return "'self'";
  const { protocol } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? "'self' http: https:" : `'self' ${protocol}`;
}
