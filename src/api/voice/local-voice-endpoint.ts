import type { RequestListener, Server } from 'node:http';
import { closeHttpServer } from '../../net/http/close-http-server.js';
import { HttpConnections } from '../../net/http/http-connections.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { type Component, Lifecycle } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { bindChosenPort } from '../../platform/sockets/bind-port.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceEndpoint, VoiceMember, VoicePlace } from '../core/voice-endpoint.js';
import { Admissions } from './admissions.js';
import { VOICE_LIMITS } from './limits.js';
import { PacketRelay, type PacketRelayOptions } from './packet-relay.js';
import { VoiceGateway } from './voice-gateway.js';
import { VoiceRooms } from './voice-rooms.js';
import type { VoiceSession } from './voice-session.js';

/** Where the endpoint listens, and how clients find it. */
export interface VoiceAddressOptions {
  /** the IP address that both ports are bound to */
  readonly host: string;
  /** the TCP port of the voice gateway, and the UDP port of packets; 0: any free ones */
  readonly port: number;
  /** host and port that clients are told, e.g. of a proxy; null: as bound */
  readonly publicAddress: string | null;
  /** the IP address that clients send packets to; null: `host` */
  readonly publicIp: string | null;
  /** certificate and key in PEM; null: without TLS */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

export interface LocalVoiceEndpointOptions extends VoiceAddressOptions {
  /** decides which users' programs may connect */
  readonly peers: PeerCheck;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The voice endpoint of this process: the voice gateway and the relay of packets (docs/voice.md). */
export class LocalVoiceEndpoint implements VoiceEndpoint, Component {
  /** called when the session of a user was not resumed in time */
  ended: (guildId: Snowflake, userId: Snowflake) => void = () => {};

  private constructor(
    /** host and port of the voice gateway, for clients */
    readonly address: string,
    private readonly admissions: Admissions,
    private readonly rooms: VoiceRooms,
    private readonly parts: Component,
  ) {}

  /** @throws {UserError} if a port is in use, or the certificate cannot be used */
  static async start(options: LocalVoiceEndpointOptions): Promise<LocalVoiceEndpoint> {
    const { clock, host, log, peers, port: wantedPort, publicAddress, publicIp } = options;
    const admissions = new Admissions(clock);
    const rooms = new VoiceRooms(clock);
    return await Lifecycle.start(log, async (lifecycle) => {
      const server = createVoiceServer(options);
      peers.guard(server);
      serveAllowedPeers(server, peers, { forbidden: { message: 'Forbidden' } }, serveNothing);
      const port = await bindChosenPort(server, { host, chosen: wantedPort, flag: '--voice-port' });
      lifecycle.add('voice listener', { stop: () => closeHttpServer(server) });
      const relay = lifecycle.add(
        'voice relay',
        await startRelay({ host, port: wantedPort === 0 ? 0 : port, rooms, clock, log }),
      );
      const endpoint = new LocalVoiceEndpoint(
        publicAddress ?? `${host.includes(':') ? `[${host}]` : host}:${port}`,
        admissions,
        rooms,
        lifecycle,
      );
      const gateway = new VoiceGateway({
        context: { admissions, rooms, udp: { address: publicIp ?? host, port: relay.port } },
        expired: (session) => endpoint.#end(session),
        peers,
        http: new HttpConnections(server, VOICE_LIMITS.PLAIN_CONNECTIONS),
        clock,
        log,
      });
      lifecycle.add('voice gateway', gateway);
      gateway.listenTo(server);
      return endpoint;
    });
  }

  admit(member: VoiceMember, announce: (place: VoicePlace) => void): void {
    const token = createSecret();
    this.admitHashed(member, hashSecret(token));
    announce({ address: this.address, token });
  }

  /** Admits a member with a token that only others know; the same one once more changes rights only. */
  admitHashed(member: VoiceMember, tokenHash: string): void {
    const before = this.admissions.find(member.guildId, member.userId);
    if (before?.tokenHash === tokenHash && this.admissions.update(member)) return;
    this.#disconnect(member.guildId, member.userId);
    this.admissions.add(member, tokenHash);
  }

  update(member: VoiceMember): boolean {
    return this.admissions.update(member);
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    this.#disconnect(guildId, userId);
    this.admissions.remove(guildId, userId);
  }

  #disconnect(guildId: Snowflake, userId: Snowflake): void {
    const session = this.admissions.find(guildId, userId)?.session ?? null;
    if (session !== null) this.rooms.leave(session, 'DISCONNECTED', 'Disconnected.');
  }

  lastSpeech(guildId: Snowflake, userId: Snowflake): number | null {
    return this.admissions.find(guildId, userId)?.spokeAt ?? null;
  }

  /** A session was not resumed in time: its token can no longer be used. */
  #end(session: VoiceSession): void {
    const { guildId, userId } = session.member;
    const isCurrent = this.admissions.find(guildId, userId)?.session === session;
    if (isCurrent) this.admissions.remove(guildId, userId);
    this.rooms.leave(session, 'SESSION_TIMEOUT', 'The session was not resumed.');
    if (isCurrent) this.ended(guildId, userId);
  }

  async stop(): Promise<void> {
    await this.parts.stop();
  }
}

const serveNothing: RequestListener = (_, response) => {
  response.writeHead(404, { 'Content-Length': 0, Connection: 'close' }).end();
};

/** @throws {UserError} if the certificate cannot be used */
function createVoiceServer({ tls }: LocalVoiceEndpointOptions): Server {
  try {
    return createHttpServer({ tls });
  } catch (error) {
    throw new UserError(`the certificate of the voice endpoint cannot be used: ${messageOf(error)}`);
  }
}

/** A chosen port is that of the gateway and of packets, so that one rule of a firewall names both. */
async function startRelay(options: PacketRelayOptions): Promise<PacketRelay> {
  try {
    return await PacketRelay.start(options);
  } catch (error) {
    throw packetPortInUse(options.port, messageOf(error));
  }
}

function packetPortInUse(port: number, reason: string): UserError {
  return new UserError(
    `cannot bind the voice port ${port} for packets: ${reason}`,
    'Choose another one with --voice-port',
  );
}
