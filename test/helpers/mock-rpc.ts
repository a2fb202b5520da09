import type { Socket } from 'node:net';
import { PeerReads } from '#guildhall/net/frames/peer-reads.js';
import { allowAnyPeer, type PeerCheck } from '#guildhall/net/peer-check.js';
import { TokenBucket } from '#guildhall/platform/async/token-bucket.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { DescribeProcess } from '#guildhall/platform/processes/process-description.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import type { Application } from '#guildhall/protocol/objects/application.js';
import { timestamp } from '#guildhall/protocol/timestamp.js';
import type { ActivityRules } from '#guildhall/rpc/activities/activities.js';
import {
  type Consent,
  type ConsentAnswer,
  type ConsentRequest,
  refuseConsent,
} from '#guildhall/rpc/consent/consent.js';
import type { OnceAuthorizer } from '#guildhall/rpc/consent/once-grants.js';
import type { RpcOptions } from '#guildhall/rpc/context.js';
import { RPC_LIMITS, type RpcLimits } from '#guildhall/rpc/limits.js';
import { RpcServer } from '#guildhall/rpc/rpc-server.js';
import type { OpenTransport } from '#guildhall/rpc/transport/transport.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import type { SavedVoiceSettings } from '#guildhall/voice/saved-settings.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockPeerProcesses } from '../mocks/mock-peers.js';
import { MockVoiceLink } from '../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';
import { type ConnectOptions, RawRpcClient } from './rpc-client.js';

export const ORIGIN = 'https://game.example';
export const APPLICATION: Application = {
  id: '100',
  name: 'Game',
  description: 'A game',
  icon: null,
  rpc_origins: [ORIGIN],
};

const ALLOW_ALL: ActivityRules = {
  isShown: () => true,
  isUndecided: () => false,
  acceptsUnregistered: true,
  onChange: () => () => {},
};

export interface MockRpcOptions {
  readonly allowMissingOrigin?: boolean;
  /** by default everybody */
  readonly peers?: PeerCheck;
  /** the same of connections over IPC */
  readonly localPeers?: PeerCheck;
  /** what programs may show, by default everything */
  readonly activityRules?: ActivityRules;
  /** by default every process is unknown */
  readonly describeProcess?: DescribeProcess;
  /** where sockets of IPC are, by default nowhere */
  readonly ipcFolder?: string;
  /** whether they are linked for sandboxed programs, by default not */
  readonly ipcLinks?: boolean;
  /** by default one that waits for `asked` */
  readonly consent?: Consent;
  /** by default the machine's */
  readonly clock?: Clock;
  /** what proxied calls go to, by default a port that nobody listens on */
  readonly apiUrl?: string;
  /** where they are not the default ones */
  readonly limits?: Partial<RpcLimits>;
  /** whether the person allows key capture at once; by default they do, false: `asked` gets the question */
  readonly allowsKeyCapture?: boolean;
  /** by default none, and gone with the server */
  readonly savedVoice?: SavedVoiceSettings;
  /** in seconds */
  readonly captureLimit?: number;
  /** counts what clients have not read, by default unknown */
  readonly countUnread?: (connection: Socket) => number | null;
  /** by default the daemon's */
  readonly transports?: readonly OpenTransport[];
}

/** An RPC server over mocks: the real thing from the socket to the rooms' interfaces. */
export class MockRpc {
  readonly client = new MockChatClient();
  readonly hardware: MockHardware;
  readonly link = new MockVoiceLink();
  readonly peerProcesses = new MockPeerProcesses();
  /** what was authorized until the end of which connection */
  readonly once: AbortSignal[] = [];
  readonly onceGrants: OnceAuthorizer = {
    authorize: (id, scopes, connectionEnd) => {
      this.once.push(connectionEnd);
      return this.client.authorize(id, scopes);
    },
    revokeLeftovers: async () => {},
  };
  readonly asked: {
    request: ConsentRequest;
    signal: AbortSignal;
    answer: (allowed: boolean, keyCapture?: boolean, lasting?: boolean) => void;
  }[] = [];
  /** applications that the person allowed for good to record keys */
  readonly rememberedKeyCaptures = new Set<string>();
  /** the origin of connections that name none: a page's, or undefined for a program */
  origin: string | undefined = ORIGIN;
  server!: RpcServer;
  voice!: LocalVoiceRoom;

  private constructor(clock: Clock) {
    this.hardware = new MockHardware(clock);
  }

  static async start(options: MockRpcOptions = {}): Promise<MockRpc> {
    const { clock = systemClock } = options;
    const mock = new MockRpc(clock);
    const limits = { ...defaultsOf(RPC_LIMITS), ...options.limits };
    mock.client.applications.set(APPLICATION.id, APPLICATION);
    mock.voice = new LocalVoiceRoom({
      client: mock.client,
      hardware: mock.hardware,
      link: mock.link,
      saved: options.savedVoice ?? createUnsavedSettings(),
      clock,
      log: silentLogger,
    });
    const rpcOptions: RpcOptions = {
      ports: [0, 0],
      ipcFolder: options.ipcFolder ?? null,
      ipcLinks: options.ipcLinks ?? false,
      allowMissingOrigin: options.allowMissingOrigin ?? false,
      peers: options.peers ?? allowAnyPeer,
      localPeers: options.localPeers ?? allowAnyPeer,
      limits,
      captureLimitSeconds: options.captureLimit ?? 60,
      failureBudget: new TokenBucket(limits.failedAuthentications / 60, limits.failedAuthentications, () =>
        clock.now(),
      ),
      client: mock.client,
      hardware: mock.hardware,
      voice: mock.voice,
      peerProcesses: mock.peerProcesses,
      peerReads: new PeerReads(options.countUnread ?? (() => null), clock),
      activityRules: options.activityRules ?? ALLOW_ALL,
      describeProcess: options.describeProcess ?? (async () => null),
      onceGrants: mock.onceGrants,
      consent: options.consent ?? {
        allowsKeyCapture: (_userId, applicationId) => mock.rememberedKeyCaptures.has(applicationId),
        async ask(request, signal) {
          const answer = await new Promise<ConsentAnswer>((resolve) => {
            if (request.kind === 'capture' && options.allowsKeyCapture !== false) {
              resolve({ allowed: true, lasting: true, keyCapture: true });
              return;
            }
            signal.addEventListener('abort', () => resolve(refuseConsent('withdrawn')));
            const decide = (allowed: boolean, keyCapture = false, lasting = true) =>
              resolve(allowed ? { allowed, lasting, keyCapture } : refuseConsent('denied'));
            mock.asked.push({ request, signal, answer: decide });
          });
          if (answer.allowed) await request.give(answer);
          return answer;
        },
      },
      configuration: { cdn_host: 'cdn.example', api_endpoint: '//api.example/api', environment: 'test' },
      apiUrl: options.apiUrl ?? 'http://127.0.0.1:9/api',
      cdnUrl: 'http://cdn.example',
      clock,
      log: silentLogger,
    };
    mock.server = await RpcServer.start(rpcOptions, options.transports);
    return mock;
  }

  get port(): number {
    return this.server.address.port;
  }

  connect(options: Partial<ConnectOptions> = {}): Promise<RawRpcClient> {
    return RawRpcClient.connect({
      port: this.port,
      clientId: APPLICATION.id,
      origin: this.origin,
      ...options,
    });
  }

  /** Makes an access token of the signed-in person. */
  grant(
    scopes: string[],
    {
      token = `token-${scopes.join('-')}`,
      userId = '1',
      applicationId = '100',
      expiresAt = Date.parse('2099-06-29T19:09:52.361000+00:00'),
    } = {},
  ): string {
    this.client.authorizations.set(token, {
      application: { ...APPLICATION, id: applicationId },
      scopes,
      expires: timestamp(expiresAt),
      user: { id: userId, username: 'ada', discriminator: '0001', avatar: null },
    });
    return token;
  }

  /** A connection that has authenticated. */
  async authenticated(
    scopes = ['rpc', 'identify'],
    options: Partial<ConnectOptions> = {},
  ): Promise<RawRpcClient> {
    const connection = await this.connect(options);
    const reply = await connection.request('AUTHENTICATE', { access_token: this.grant(scopes) });
    if (reply.evt === 'ERROR') throw new Error(JSON.stringify(reply));
    return connection;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.hardware.stop();
  }
}

/** Runs a test against a server of its own. */
export function withMockRpc(
  run: (mock: MockRpc) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  return async () => {
    const mock = await MockRpc.start(options);
    try {
      await run(mock);
    } finally {
      await mock.stop();
    }
  };
}
