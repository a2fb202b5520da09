import type { IncomingHttpHeaders } from 'node:http';
import { type CrossOriginUse, isOriginAllowed } from '../../net/origin-check.js';
import { cookieValue } from '../../platform/http-headers.js';
import { ControlError } from '../errors.js';
import type { ConsoleAccess } from './console-access.js';

/** The header with the session token. Forms and other origins cannot set it. */
export const TOKEN_HEADER = 'x-guildhall-console';

/** The parts of a request that the guard checks. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Decides which requests to the console's port are served. */
export class PageGuard {
  readonly #url: URL;
  /** Cookies are not separated by port, so the port is in the name: two daemons must not overwrite each other's. */
  readonly #cookie: string;

  constructor(private readonly access: ConsoleAccess) {
    this.#url = new URL(access.url);
    this.#cookie = `guildhall_console_${this.#url.port || '80'}`;
  }

  /**
   * Accepts only requests to exactly this host and port. DNS rebinding shows in the Host header.
   *
   * @throws {ControlError} forbidden
   */
  checkHost({ headers }: GuardedRequest): void {
    if (headers.host !== this.#url.host) throw new ControlError('forbidden', 'Unknown host.');
  }

  /**
   * Accepts requests of pages of this origin, of programs, and what the route allows to pages of other origins.
   *
   * @throws {ControlError} forbidden
   */
  checkOrigin(request: GuardedRequest, use?: CrossOriginUse): void {
    if (!isOriginAllowed(request, this.#url.origin, use)) throw unknownOrigin();
  }

  /**
   * Accepts only requests of pages of this origin. Browsers omit `Origin` only from same-origin reads, and other pages
   * cannot set our header.
   *
   * @throws {ControlError} forbidden
   */
  checkOwnPage(request: GuardedRequest): void {
    const { method, headers } = request;
    const site = headers['sec-fetch-site'];
    const isNamed = headers.origin !== undefined || method === 'GET';
    if (!isNamed || (site !== undefined && site !== 'same-origin')) throw unknownOrigin();
    this.checkOrigin(request);
  }

  /**
   * Accepts only signed-in browsers.
   *
   * @throws {ControlError} unauthorized
   */
  checkSession({ headers }: GuardedRequest): void {
    const id = cookieValue(headers.cookie, this.#cookie);
    const token = headers[TOKEN_HEADER];
    if (id === null || typeof token !== 'string' || !this.access.admits(id, token)) {
      throw new ControlError(
        'unauthorized',
        'This page is not signed in.',
        'Open it with: guildhall console',
      );
    }
  }

  /** the Set-Cookie header for a new session */
  cookie(id: string): string {
    return `${this.#cookie}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

function unknownOrigin(): ControlError {
  return new ControlError('forbidden', 'Unknown origin.');
}
