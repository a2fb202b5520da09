import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { ChatClient } from '../client/client.js';
import type { Hardware } from '../hardware/hardware.js';
import { FailedAttempts } from '../net/failed-attempts.js';
import { FairTurns } from '../net/fair-turns.js';
import { FrameBudgets } from '../net/frame-budget.js';
import { HttpConnections } from '../net/http-connections.js';
import type { PeerCheck } from '../net/peer-check.js';
import type { Clock } from '../platform/clock.js';
import { UserError } from '../platform/errors.js';
import type { Component } from '../platform/lifecycle.js';
import { listenOnFirstFree, portRange } from '../platform/listen.js';
import type { Logger } from '../platform/log.js';
import type { PeerProcesses } from '../platform/peer-processes.js';
import { SingleFlight } from '../platform/single-flight.js';
import type { TokenBucket } from '../platform/token-bucket.js';
import type { Application } from '../protocol/objects/application.js';
import { RPC_CLOSES } from '../protocol/rpc/close-codes.js';
import { dispatch, RPC_VERSION } from '../protocol/rpc/payload.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { VoiceRoom } from '../voice/voice.js';
import { ApplicationAccesses } from './application-accesses.js';
import { AuthenticationAttempts } from './authentication-attempts.js';
import { CaptureListeners } from './capture-listeners.js';
import { RpcConnections } from './connections.js';
import type { Consent } from './consent.js';
import type { RpcContext, ServerConfiguration } from './context.js';
import { Dispatcher } from './dispatcher.js';
import { EventFanout } from './event-fanout.js';
import { captureShortcutChange } from './events/capture-shortcut-change.js';
import { happeningsOf } from './happenings.js';
import { KeyCapturePermissions } from './key-capture-permissions.js';
import type { KeyCaptures } from './key-captures.js';
import { type RpcLimits, workLimits } from './limits.js';
import type { OnceAuthorizer } from './once-grants.js';
import { ProxiedCalls } from './proxy/proxied-calls.js';
import { RestProxy } from './proxy/rest-proxy.js';
import { Upstream } from './proxy/upstream.js';
import type { RpcSessions } from './sessions.js';
import { ShortcutCaptures } from './shortcut-captures.js';
import { Subscriptions } from './subscriptions.js';
import type { Admitted } from './transport/admission.js';
import { RpcConnection } from './transport/connection.js';
import { createRpcHttpServer } from './transport/http.js';
import { PortProbe } from './transport/port-probe.js';
import { PostRpc } from './transport/post-rpc.js';
import { UnauthenticatedConnections } from './transport/unauthenticated-connections.js';
import { RpcDoor } from './transport/websocket.js';
import { VoiceHolders } from './voice-holders.js';

const HOST = '127.0.0.1';

/** How many tokens that are not known yet are verified at once. */
const VERIFICATIONS = 16;

/** TCP connections that are no WebSocket of an application, at once. */
const PLAIN_CONNECTIONS = 256;

export interface RpcOptions {
  /** first and last port to try (interface.md, RPC transport) */
  readonly ports: readonly [number, number];
  readonly allowMissingOrigin: boolean;
  /** whose programs may connect */
  readonly peers: PeerCheck;
  readonly limits: RpcLimits;
  /** the longest a CAPTURE_SHORTCUT may run, in seconds */
  readonly captureLimitSeconds: number;
  /** the budget of wrong tokens a minute, shared with a service that runs beside it */
  readonly failureBudget: TokenBucket;
  readonly client: ChatClient;
  readonly voice: VoiceRoom;
  readonly hardware: Hardware;
  readonly consent: Consent;
  readonly onceGrants: OnceAuthorizer;
  /** tells the programs apart that ask for consent */
  readonly peerProcesses: PeerProcesses;
  readonly configuration: ServerConfiguration;
  /** the REST API that proxied calls go to, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  /** where images lie, e.g. `http://127.0.0.1:6480/cdn` */
  readonly cdnUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RpcServer extends Component {
  readonly host: string;
  readonly port: number;
  readonly sessions: RpcSessions;
  readonly captures: KeyCaptures;
}

/**
 * Starts the local RPC server on the first free port of the range.
 *
 * @throws {UserError} if every port is taken
 */
export async function startRpc(options: RpcOptions): Promise<RpcServer> {
  const { cdnUrl, client, clock, configuration, consent, hardware, limits, log, voice } = options;
  const subscriptions = new Subscriptions(limits.subscriptions);
  const keyCapturePermissions = new KeyCapturePermissions(consent);
  const voiceHolders = new VoiceHolders(voice, clock);
  const captureListeners = new CaptureListeners({
    subscribers: () => subscriptions.subscribers(captureShortcutChange.key({})),
    permissions: keyCapturePermissions,
    clock,
  });
  const captures = new ShortcutCaptures({
    shortcuts: hardware.shortcuts,
    permissions: keyCapturePermissions,
    limitMs: options.captureLimitSeconds * 1000,
    listeners: captureListeners,
    clock,
    log,
  });
  const context: RpcContext = {
    client,
    voice,
    happenings: happeningsOf(client, voice),
    hardware,
    consent,
    onceGrants: options.onceGrants,
    configuration,
    cdnUrl,
    subscriptions,
    captures,
    keyCapturePermissions,
    captureListeners,
    voiceHolders,
    attempts: new AuthenticationAttempts(
      new FailedAttempts({ perPeer: limits.failedAuthentications, budget: options.failureBudget }, clock),
      new FairTurns(VERIFICATIONS),
    ),
    limits,
    clock,
  };
  const dispatcher = new Dispatcher(context, log);
  const connections = new RpcConnections();
  const budgets = new FrameBudgets(workLimits(limits), clock);

  const lookups = new SingleFlight<Snowflake, Application | null>();
  const rules = {
    applications: { application: (id: Snowflake) => lookups.run(id, () => client.application(id)) },
    allowMissingOrigin: options.allowMissingOrigin,
    peers: options.peers,
    clock,
  };
  const upstream = new Upstream(options.apiUrl);
  const answerers = {
    probe: new PortProbe(rules),
    postRpc: new PostRpc({
      rules,
      accesses: new ApplicationAccesses(client, clock),
      dispatcher,
      limits,
      budgets,
    }),
    proxy: new RestProxy(client, upstream, context.attempts, new ProxiedCalls(limits, clock)),
  };
  const http = createRpcHttpServer(answerers, options.peers, log);
  const tcp = new HttpConnections(http, PLAIN_CONNECTIONS);
  const unauthenticated = new UnauthenticatedConnections(limits, clock);
  const enter = (socket: WebSocket, decision: Admitted, tcpSocket: Socket): void => {
    const id = randomBytes(8).toString('hex');
    const admitted = { ...decision, findPeer: () => options.peerProcesses.find(tcpSocket) };
    const connection = new RpcConnection({
      id,
      socket,
      admitted,
      dispatcher,
      limits,
      budget: budgets.create(),
      clock,
      log,
      unauthenticated,
    });
    connections.add(connection);
    connection.closed.addEventListener('abort', () => {
      subscriptions.removeAll(connection);
      voiceHolders.review(connection);
      hardware.certifiedDevices.clear(id);
    });
    connection.send(dispatch('READY', { v: RPC_VERSION, config: configuration }));
  };
  const door = new RpcDoor({ http, tcp, rules, limits, connections, clock, log, enter });

  const port = await listenOnFirstFree(http, HOST, portRange(...options.ports));
  if (port === null) {
    const [first, last] = options.ports;
    throw new UserError(
      `No RPC port from ${first} to ${last} is free`,
      'close the program that holds them, or choose others with --rpc-ports',
    );
  }
  const fanout = new EventFanout(context);
  const revoke = (connection: RpcConnection) => {
    connection.revoke();
    captures.reviewAuthorization(connection);
    voiceHolders.review(connection);
  };
  const signIns = client.on('signIn', () => {
    for (const connection of connections) {
      if (connection.authorization !== null) revoke(connection);
    }
  });
  const revocations = client.on('grantRevoked', ({ applicationId, tokenHashes }) => {
    for (const connection of connections) {
      const { application, authorization } = connection;
      if (application.id !== applicationId) continue;
      if (tokenHashes === null) keyCapturePermissions.forget(connection);
      if (authorization === null) continue;
      if (tokenHashes === null || tokenHashes.includes(authorization.tokenHash)) revoke(connection);
    }
  });

  return {
    host: HOST,
    port,
    sessions: {
      list: () =>
        [...connections].map((each) => ({
          ...each.info(subscriptions.count(each)),
          key_capture: keyCapturePermissions.isAllowed(each),
          capturing_since: captures.current?.session_id === each.id ? captures.current.started_at : null,
        })),
      kick(id) {
        const connection = connections.get(id);
        if (connection === undefined) return false;
        connection.close(RPC_CLOSES.KICKED);
        void captures.disconnect(connection);
        return true;
      },
    },
    captures,
    async stop() {
      signIns();
      revocations();
      await fanout.stop();
      await door.close();
      http.closeAllConnections();
      await upstream.stop();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
