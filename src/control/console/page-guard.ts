import type { IncomingHttpHeaders } from 'node:http';
import { type CrossOriginUse, isOriginAllowed } from '../../net/origin-check.js';
import { cookieValue } from '../../platform/http-headers.js';
import { ControlError } from '../errors.js';
import type { ConsoleAccess } from './console-access.js';

/** The header in which the page's script sends its session token. No form and no foreign page can set it. */
export const TOKEN_HEADER = 'x-guildhall-console';

/** What the guard looks at of a request. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Decides which requests reach the console's port. */
export class PageGuard {
  readonly #url: URL;
  /** Cookies do not keep ports apart: the port is in the name, so that two daemons do not overwrite each other's. */
  readonly #cookie: string;

  constructor(private readonly access: ConsoleAccess) {
    this.#url = new URL(access.url);
    this.#cookie = `guildhall_console_${this.#url.port || '80'}`;
  }

  /**
   * Lets through only what was addressed to this very address. A foreign name that resolves to 127.0.0.1 (DNS
   * rebinding) shows in the Host header.
   *
   * @throws {ControlError} forbidden
   */
  checkHost({ headers }: GuardedRequest): void {
    if (headers.host !== this.#url.host) throw new ControlError('forbidden', 'Unknown host.');
  }

  /**
   * Lets through what a page of this origin sent, programs, and what the route allows to pages of other origins.
   *
   * @throws {ControlError} forbidden
   */
  checkOrigin(request: GuardedRequest, use?: CrossOriginUse): void {
    if (!isOriginAllowed(request, this.#url.origin, use)) throw unknownOrigin();
  }

  /**
   * Lets through only what a page of this origin sent. Browsers leave `Origin` out of same-origin reads only, and no
   * other page can send our header with a read.
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
   * Lets through only browsers that were let in.
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

  /** the Set-Cookie header that gives a browser its session */
  cookie(id: string): string {
    return `${this.#cookie}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

function unknownOrigin(): ControlError {
  return new ControlError('forbidden', 'Unknown origin.');
}
