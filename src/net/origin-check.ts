import type { IncomingHttpHeaders } from 'node:http';

/**
 * How pages of other origins may use a resource of a loopback port:
 * - `none`: not at all. The default of every resource.
 * - `embedding`: read it, as an `<img>` or by fetch; only for resources without secrets or side effects.
 * - `navigation`: navigate the browser to it, in a tab of its own; never by a form, in a frame or by script.
 */
export type CrossOriginUse = 'none' | 'embedding' | 'navigation';

/** The request headers that are checked before anything is processed. */
export interface OriginatedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** `none`: the person typed the address or opened a bookmark. */
const TRUSTED_SITES: ReadonlySet<unknown> = new Set([undefined, 'none', 'same-origin']);

/**
 * Whether a page of another origin caused a request (docs/architecture.md, Trust). Browsers name the origin of the page
 * in `Origin`, and where they omit it (reads without CORS, navigations) its relation to this server in
 * `Sec-Fetch-Site`; pages can set neither. Programs send neither header. `Origin: null`, another port of the same host
 * (`same-site`), and repeated or malformed headers count as foreign.
 *
 * @param ownOrigin the origin that the request was addressed to, e.g. `http://127.0.0.1:6480`; null: no page is served
 */
export function isFromForeignPage({ headers }: OriginatedRequest, ownOrigin: string | null): boolean {
  if (!TRUSTED_SITES.has(headers['sec-fetch-site'])) return true;
  return headers.origin !== undefined && headers.origin !== ownOrigin;
}

/**
 * Whether a resource may answer a request. Call it before parsing the body, authenticating or reading the store.
 *
 * @param ownOrigin see `isFromForeignPage`
 * @param use what the resource allows to other origins
 */
export function isOriginAllowed(
  request: OriginatedRequest,
  ownOrigin: string | null,
  use: CrossOriginUse = 'none',
): boolean {
  if (!isFromForeignPage(request, ownOrigin)) return true;
  const { method, headers } = request;
  switch (use) {
    case 'none':
      return false;
    case 'embedding':
      return method === 'GET' || method === 'HEAD';
    case 'navigation':
      return (
        method === 'GET' &&
        headers['sec-fetch-mode'] === 'navigate' &&
        headers['sec-fetch-dest'] === 'document'
      );
  }
}
