import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { closeHttpServer } from '../../net/http/close-http-server.js';
import { HttpConnections } from '../../net/http/http-connections.js';
import { HttpDrain } from '../../net/http/http-drain.js';
import { type HttpReply, sendHttpReply } from '../../net/http/http-reply.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Component } from '../../platform/lifecycle.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import type { AnyOperation } from '../operation.js';
import {
  ControlApplication,
  errorBody,
  FINISH_WITHIN_MS,
  redirectReply,
  toJsonReply,
} from '../server/application.js';
import { ApplicationIcons } from './application-icons.js';
import { bindConsole, type ConsoleAddress } from './console-listener.js';
import { iconRoute } from './icon-route.js';
import { messageImageRoute } from './message-image-route.js';
import { pageFiles, pageRoutes } from './page-files.js';
import { PageGuard, unknownHost } from './page-guard.js';
import { referenceRoutes } from './reference-route.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { proofRoute, sessionRoute } from './session-route.js';
import { StreamSockets } from './stream-sockets.js';

const REFUSALS = {
  forbidden: errorBody(new ControlError('forbidden', 'This page belongs to another user.')),
};
/** TCP connections without a request of a signed-in page. Browsers open six per page. */
const CONNECTIONS = 128;

/** The console's TCP port: bound before it is served, because its number is part of the page's policy. */
export class ConsoleServer implements Component {
  #streams: StreamSockets | null = null;
  #close = () => closeHttpServer(this.server);

  readonly #connections: HttpConnections;

  private constructor(
    private readonly server: Server,
    private readonly peers: PeerCheck,
    readonly address: ConsoleAddress,
  ) {
    this.#connections = new HttpConnections(server, CONNECTIONS);
    server.on('request', refuseWhileStarting);
  }

  /**
   * Binds the loopback interface.
   *
   * @param chosen 0: any free port; null: 6490, or one after it if that is in use
   * @param peers decides which users' browsers may connect
   * @throws {UserError} if the port is in use
   */
  static async bind(chosen: number | null, peers: PeerCheck): Promise<ConsoleServer> {
    const server = createHttpServer();
    peers.guard(server);
    // Safari asks the system, and macOS does not resolve names under localhost.
    const address = await bindConsole(server, chosen, process.platform !== 'darwin');
    return new ConsoleServer(server, peers, address);
  }

  /** Starts answering requests. */
  serve(operations: readonly AnyOperation[], control: ControlContext): void {
    const { peers, server } = this;
    const ofPage = operations.filter(({ access }) => access === 'cli-and-page');
    const guard = new PageGuard(control.consoleAccess);
    const streams = new StreamSockets({ operations: ofPage, control, guard, peers, http: this.#connections });
    this.#streams = streams;
    streams.attach(server);
    control.consoleAccess.on('signedOut', () => {
      streams.endAll();
      server.closeAllConnections();
    });
    const singles = ofPage.filter(({ kind }) => kind === 'single');
    server.off('request', refuseWhileStarting);
    const { listener } = createConsoleApplication(singles, control, guard, this.#connections);
    serveAllowedPeers(server, peers, REFUSALS, listener);
    this.#close = () => new HttpDrain(server).finish(control.clock, FINISH_WITHIN_MS);
  }

  /** Ends streams, and lets other requests in progress finish, for a moment. */
  async stop(): Promise<void> {
    this.address.ipv6?.close();
    await this.#streams?.stop();
    if (this.server.listening) await this.#close();
  }
}

/** A page that was open before a restart asks as soon as the port is bound; without a reply it would wait for long. */
const refuseWhileStarting: RequestListener = (_request, response) => {
  const { status, headers, body } = toJsonReply(
    503,
    errorBody(new ControlError('unavailable', 'Guildhall is starting.')),
  );
  sendHttpReply(response, {
    status,
    headers: { ...SECURITY_HEADERS, ...headers, connection: 'close' },
    body,
  });
};

function createConsoleApplication(
  operations: readonly AnyOperation[],
  control: ControlContext,
  guard: PageGuard,
  connections: HttpConnections,
): ControlApplication<ControlContext> {
  const { client, consoleAccess: access, log } = control;
  return new ControlApplication({
    operations,
    prefix: '/api',
    control,
    caller: 'page',
    headers: SECURITY_HEADERS,
    routes: [
      ...pageRoutes,
      ...referenceRoutes,
      sessionRoute(guard, access),
      proofRoute(guard, access),
      messageImageRoute(client),
      iconRoute(new ApplicationIcons(client, log)),
    ],
    otherPaths: pageFiles(),
    check(request, route) {
      const host = guard.checkHost(request);
      const { crossOriginUse, servesFormerRuns = false } = route ?? {};
      guard.checkOrigin(request, crossOriginUse);
      // The page registers none: it would be one that another page wants to leave in the browser.
      if (request.headers['service-worker'] !== undefined) throw unknownHost();
      const isServed = host === 'page' || (host === 'former' && servesFormerRuns);
      if (!isServed) {
        if (crossOriginUse !== 'navigation') throw unknownHost();
        return redirectTo(access.origin, request);
      }
      // Decided by the matched route, not by the path as written, so that no spelling of a path bypasses it.
      if (route?.path.startsWith('/api/')) {
        guard.checkOwnPage(request);
        guard.checkSession(request);
        // Other clients must not displace connections of the person's page.
        connections.settle(request.socket);
      }
      return null;
    },
  });
}

/** Leads a browser from the address that people know, or from the origin of an earlier run, to the one of this run. */
function redirectTo(origin: string, { method, url = '' }: IncomingMessage): HttpReply {
  if (method !== 'GET' || !url.startsWith('/')) throw unknownHost();
  return redirectReply(origin + url);
}
