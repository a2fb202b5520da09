import type { HttpRequest, SocketTarget } from '../generators/load.js';
import { BenchDaemon } from '../servers/daemon.js';
import { Crowd } from './crowd.js';
import { SizedService } from './sized-service.js';
import {
  channelOf,
  guildId,
  PEOPLE_WITH_TOKENS,
  type StoreSize,
  tokenOf,
  voiceChannelOf,
  type WrittenStore,
} from './sized-store.js';

/** How many connections receive events. */
export const RECEIVERS = 100;

/** A server that many are connected to. */
export interface CrowdedServer {
  readonly server: { readonly pid: number };
  readonly crowd: Crowd;
  /** one more connection, authenticated */
  readonly target: SocketTarget;
  /** connections that receive MESSAGE_CREATE */
  readonly receivers: readonly SocketTarget[];
  /** what only frames with that event contain */
  readonly marker: string;
  /** the channel of whose messages they receive */
  readonly channelId: string;
  /** the voice channel of the same guild */
  readonly voiceChannelId: string;
  request(method: string, path: string, body?: string): HttpRequest;
  stop(): Promise<void>;
}

/** A daemon with authenticated RPC connections. */
export async function crowdDaemon(checkout: string, connections: number): Promise<CrowdedServer> {
  const daemon = await BenchDaemon.start(checkout);
  const channelId = daemon.world.textId;
  const target = daemon.rpcTarget([daemon.authenticate()]);
  const args = { channel_id: channelId };
  const subscribe = { cmd: 'SUBSCRIBE', evt: 'MESSAGE_CREATE', args, nonce: 'subscribe' };
  const receiver = daemon.rpcTarget([daemon.authenticate(), subscribe]);
  const crowd = await Crowd.connect(Array.from({ length: connections }, () => target));
  return {
    server: daemon,
    crowd,
    target,
    receivers: Array.from({ length: RECEIVERS }, () => receiver),
    marker: 'MESSAGE_CREATE","nonce',
    channelId,
    voiceChannelId: daemon.world.voiceId,
    request: (method, path, body) => daemon.request(method, path, body),
    async stop() {
      await crowd.leave();
      await daemon.stop();
    },
  };
}

/** Members of the first guild are the receivers, everybody else has sessions of other guilds. */
export const CROWDED_STORE: StoreSize = { guilds: PEOPLE_WITH_TOKENS, members: RECEIVERS, messageBytes: 0 };

/** A service with gateway sessions of people who do not see the events. */
export async function crowdGateway(store: WrittenStore, sessions: number): Promise<CrowdedServer> {
  const service = await SizedService.start(store);
  const strangers = PEOPLE_WITH_TOKENS - RECEIVERS;
  const sessionOf = (person: number) => service.gatewayTarget(tokenOf(person));
  const crowd = await Crowd.connect(
    Array.from({ length: sessions }, (_, index) => sessionOf(RECEIVERS + (index % strangers))),
  );
  return {
    server: service,
    crowd,
    target: sessionOf(RECEIVERS),
    receivers: Array.from({ length: RECEIVERS }, (_, index) => sessionOf(index)),
    marker: '"t":"MESSAGE_CREATE"',
    channelId: channelOf(guildId(0)),
    voiceChannelId: voiceChannelOf(guildId(0)),
    request: (method, path, body) => service.request(method, [path], body),
    async stop() {
      await crowd.leave();
      await service.stop();
    },
  };
}
