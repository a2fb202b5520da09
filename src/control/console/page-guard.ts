import type { IncomingHttpHeaders } from 'node:http';
import { type CrossOriginUse, isOriginAllowed } from '../../net/origin-check.js';
import { cookieValue, isLoopbackHost } from '../../platform/sockets/http-headers.js';
import { ControlError } from '../errors.js';
import type { ConsoleAccess } from './console-access.js';
import { isConsoleName } from './console-host.js';

/** The header with the name of the session and its token. Forms and other origins cannot set it. */
const TOKEN_HEADER = 'x-guildhall-console';

/** The parts of a request that the guard checks. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Whom a request is addressed to:
 * - `page`: the origin of this run
 * - `address`: 127.0.0.1 or localhost, which lead to the page
 * - `former`: a name that an earlier run may have had; a page that was open since then finds the new origin there
 */
export type AddressedHost = 'page' | 'address' | 'former';

/** Decides which requests to the console's port are served. */
export class PageGuard {
  readonly #url: URL;
  readonly #port: number;
  /** Cookies are not separated by port, so the port is in the name: two daemons must not overwrite each other's. */
  readonly #cookie: string;

  constructor(private readonly access: ConsoleAccess) {
    this.#url = new URL(access.origin);
    this.#port = Number(this.#url.port || '80');
    this.#cookie = `guildhall_console_${this.#port}`;
  }

  /**
   * Accepts only requests to names of this console with its port. DNS rebinding shows in the Host header.
   *
   * @throws {ControlError} forbidden
   */
  checkHost({ headers: { host } }: GuardedRequest): AddressedHost {
    if (host === this.#url.host) return 'page';
    if (isLoopbackHost(host, this.#port)) return 'address';
    const [name = '', ...port] = host?.split(':') ?? [];
    if (isConsoleName(name) && port.join(':') === String(this.#port)) return 'former';
    throw unknownHost();
  }

  /**
   * Accepts requests of pages of the origin they are addressed to, of programs, and what the route allows to pages of
   * other origins.
   *
   * @param request with a host that was checked
   * @throws {ControlError} forbidden
   */
  checkOrigin(request: GuardedRequest, use?: CrossOriginUse): void {
    if (!isOriginAllowed(request, `http://${request.headers.host}`, use)) throw unknownOrigin();
  }

  /**
   * Accepts only requests of pages of the origin they are addressed to. Browsers omit `Origin` only from same-origin
   * reads, and other pages cannot set our header.
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
  checkSession(request: GuardedRequest): void {
    const token = request.headers[TOKEN_HEADER];
    if (typeof token !== 'string' || !this.hasSession(request, token)) {
      throw new ControlError(
        'unauthorized',
        'This page is not signed in.',
        'Open it with: guildhall console',
      );
    }
  }

  /** Whether a page of the origin of this run asks for a WebSocket: unlike other requests, it always names its origin. */
  isOwnUpgrade({ headers }: Pick<GuardedRequest, 'headers'>): boolean {
    const site = headers['sec-fetch-site'];
    const isSameOrigin = site === undefined || site === 'same-origin';
    return headers.host === this.#url.host && headers.origin === this.#url.origin && isSameOrigin;
  }

  /** Whether a request has the cookie of a session. @param token the name of the session and its token */
  hasSession({ headers }: Pick<GuardedRequest, 'headers'>, token: string): boolean {
    const cookie = cookieValue(headers.cookie, this.#cookie);
    const [session = '', signature = ''] = token.split('.', 2);
    return cookie !== null && this.access.admits(session, cookie, signature);
  }

  /** the Set-Cookie header for a new session */
  cookie(value: string): string {
    return `${this.#cookie}=${value}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

export function unknownHost(): ControlError {
  return new ControlError('forbidden', 'Unknown host.');
}

function unknownOrigin(): ControlError {
  return new ControlError('forbidden', 'Unknown origin.');
}
