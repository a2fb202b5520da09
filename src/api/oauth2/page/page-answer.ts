import { pageHeaders } from '../../../platform/http-headers.js';
import { STYLE_SOURCE } from './style.js';

/** What a browser gets. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: it goes elsewhere */
  readonly html: string | null;
}

/** What a page may use, in the words of a Content-Security-Policy. */
export interface PagePolicy {
  /** where its form may lead */
  readonly formTargets?: string;
  /** which images it may load */
  readonly images?: string;
}

/** A page. The opener of a popup keeps its hold of it: games wait in that way for the popup to come home. */
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
