import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { closeHttpServer } from '../../net/close-http-server.js';
import { HTTP_DEADLINES, HttpConnections } from '../../net/http-connections.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { serveAllowedPeers } from '../../net/serve-allowed-peers.js';
import { UserError } from '../../platform/errors.js';
import type { Component } from '../../platform/lifecycle.js';
import { listenOnFirstFree, portRange } from '../../platform/listen.js';
import { buildControlApplication, errorBody } from '../application.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import type { AnyOperation } from '../operation.js';
import { ApplicationIcons } from './application-icons.js';
import { serveIconRoute } from './icon-route.js';
import { servePageFiles } from './page-files.js';
import { PageGuard } from './page-guard.js';
import { SECURITY_HEADERS } from './security-headers.js';
import { serveSessionRoute } from './session-route.js';

const HOST = '127.0.0.1';
/** The number of ports that are tried after the first one. */
const MAX_PORTS_TRIED = 50;
const FORBIDDEN_USER = errorBody(new ControlError('forbidden', 'This page belongs to another user.'));
const LAST_PORT = 65_535;
/** TCP connections without a request of a signed-in page. Browsers open six per page. */
const CONNECTIONS = 128;

/** The console's TCP port: bound before it is served, because its number is part of the page's policy. */
export class ConsoleServer implements Component {
  readonly url: string;
  #application: FastifyInstance | null = null;

  readonly #connections: HttpConnections;

  private constructor(
    private readonly server: Server,
    private readonly peers: PeerCheck,
    port: number,
  ) {
    this.#connections = new HttpConnections(server, CONNECTIONS);
    this.url = `http://${HOST}:${port}/`;
  }

  /**
   * Binds 127.0.0.1.
   *
   * @param port ports in use are skipped, up to 50 of them; 0 binds any free one
   * @param peers decides which users' browsers may connect
   */
  static async bind(port: number, peers: PeerCheck): Promise<ConsoleServer> {
    const server = createServer(HTTP_DEADLINES);
    peers.guard(server);
    const last = port === 0 ? 0 : Math.min(port + MAX_PORTS_TRIED, LAST_PORT);
    const bound = await listenOnFirstFree(server, HOST, portRange(port, last));
    if (bound !== null) return new ConsoleServer(server, peers, bound);
    throw new UserError(
      `no free port for the console from ${port} on`,
      'Choose another with --console-port.',
    );
  }

  /** Starts answering requests. */
  async serve(operations: readonly AnyOperation[], control: ControlContext): Promise<void> {
    const app = buildConsoleApplication(operations, control, this.#connections);
    await app.ready();
    this.#application = app;
    serveAllowedPeers(this.server, this.peers, FORBIDDEN_USER, (request, response) =>
      app.routing(request, response),
    );
  }

  async stop(): Promise<void> {
    if (this.server.listening) await closeHttpServer(this.server);
    await this.#application?.close();
  }
}

function buildConsoleApplication(
  operations: readonly AnyOperation[],
  control: ControlContext,
  connections: HttpConnections,
): FastifyInstance {
  const access = control.consoleAccess;
  const guard = new PageGuard(access);
  const app = buildControlApplication({
    operations: operations.filter(({ access }) => access === 'cli-and-page'),
    prefix: '/api',
    control,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    guard.checkHost(request);
    guard.checkOrigin(request, request.routeOptions.config?.crossOriginUse);
    // Decided by the matched route, not by the path as written, so that no spelling of a path bypasses it.
    if (request.routeOptions.url?.startsWith('/api/')) {
      guard.checkOwnPage(request);
      guard.checkSession(request);
      // Other clients must not displace connections of the person's page.
      connections.settle(request.raw.socket);
    }
  });
  servePageFiles(app);
  serveSessionRoute(app, guard, access);
  serveIconRoute(app, new ApplicationIcons(control.client, control.log));
  return app;
}
