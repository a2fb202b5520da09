import type { ChatClient } from '../../client/client.js';
import { addressScope } from '../../net/address-scope.js';
import { FramePace } from '../../net/frames/frame-pace.js';
import { combineUnsubscribes, Emitter, type Unsubscribe } from '../../platform/async/events.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_CONNECTION_STATES, type VoiceConnectionStatus } from '../../protocol/rpc/voice-connection.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { VoiceLink, VoiceLinkEvents } from '../voice-link.js';
import { ENDPOINT_PACE } from './endpoint-frames.js';
import { EndpointSession } from './endpoint-session.js';
import type { EndpointSessionListener } from './endpoint-session-listener.js';
import { Rejoin } from './rejoin.js';
import { Speakers } from './speakers.js';
import { endpointUrl, type VoiceServer } from './voice-server.js';

/** How often the service may name another endpoint: connections a second on average, and at once. */
const ASSIGNMENTS = { perSecond: 1, burst: 5 };

type State = VoiceConnectionStatus['state'];

export interface VoiceConnectionOptions {
  readonly client: ChatClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The person's voice connection (docs/voice.md, Connection states): follows the voice channel that the service reports, and
 * connects to the endpoint that it names.
 */
export class EndpointConnection implements VoiceLink, Component {
  readonly #events: Emitter<VoiceLinkEvents>;
  readonly #unsubscribe: Unsubscribe;
  readonly #pings = new Pings();
  readonly #speakers: Speakers;
  #state: State = VOICE_CONNECTION_STATES.DISCONNECTED;
  #server: VoiceServer | null = null;
  #session: EndpointSession | null = null;
  #channelId: Snowflake | null = null;
  #isPreferred = false;
  #cancelStart: () => void = () => {};
  readonly #assignments: TokenBucket;
  readonly #pace: FramePace;
  readonly #rejoin: Rejoin;

  constructor(private readonly options: VoiceConnectionOptions) {
    const { client, clock, log } = options;
    this.#events = Emitter.logging(log, 'voice connection');
    const { perSecond, burst } = ASSIGNMENTS;
    this.#assignments = new TokenBucket(perSecond, burst, () => clock.now());
    this.#pace = new FramePace(ENDPOINT_PACE, clock);
    this.#rejoin = new Rejoin(clock, () => client.rejoinVoiceChannel());
    this.#speakers = new Speakers(clock, {
      started: (userId) => this.#emitSpeaking('speakingStart', userId),
      stopped: (userId) => this.#emitSpeaking('speakingStop', userId),
    });
    this.#unsubscribe = combineUnsubscribes([
      client.on('ownVoiceChannel', ({ channelId }) => this.#moved(channelId)),
      client.on('voiceServer', (server) => this.#assigned(server)),
    ]);
  }

  get status(): VoiceConnectionStatus {
    const hostname = this.#server?.url.hostname ?? '';
    return { state: this.#state, hostname, ...this.#pings.report };
  }

  on: VoiceLink['on'] = (name, listener) => this.#events.on(name, listener);

  send(opus: Buffer): void {
    this.#session?.send(opus);
  }

  prefer(isPreferred: boolean): void {
    this.#isPreferred = isPreferred;
    this.#session?.prefer(isPreferred);
  }

  speaking(isSpeaking: boolean): void {
    const userId = this.options.client.user?.id;
    if (userId !== undefined) this.#speakers.set(userId, isSpeaking && this.#session !== null);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#disconnect();
  }

  #moved(channelId: Snowflake | null): void {
    // Without the service the endpoint still carries sound: it ends the membership itself.
    if (channelId === null && !this.options.client.connected && this.#session !== null) return;
    if (channelId === this.#channelId) return;
    this.#disconnect();
    this.#channelId = channelId;
    this.#becomeUnconnected();
  }

  #assigned({
    endpoint,
    guildId,
    token,
  }: {
    guildId: Snowflake;
    token: string;
    endpoint: string | null;
  }): void {
    const { clock, client, log } = this.options;
    // Not by the channel, which the person may not view if somebody moved them there.
    const own = client.user === null ? null : client.state.guild(guildId)?.voice_states.get(client.user.id);
    if (own === null || own === undefined || own.channel_id === null) return;
    this.#disconnect();
    this.#channelId = own.channel_id;
    this.#become(VOICE_CONNECTION_STATES.AWAITING_ENDPOINT);
    if (endpoint === null) return;
    const scope = addressScope(client.serviceAddress ?? '') ?? 'public';
    const url = endpointUrl(endpoint, scope);
    if (url === null) {
      log.warn({ endpoint }, 'the service named a voice endpoint that is not a permitted address');
      return;
    }
    const { channel_id: channelId, session_id: sessionId, user_id: userId } = own;
    const server = { guildId, channelId, userId, sessionId, token, url, scope };
    this.#server = server;
    const [listener, pace] = [this.#listener, this.#pace];
    const start = () => {
      const isPreferred = this.#isPreferred;
      this.#session = new EndpointSession({ server, listener, isPreferred, pace, clock, log });
    };
    if (this.#assignments.take()) start();
    else this.#cancelStart = clock.after(this.#assignments.wait * 1000, start);
  }

  readonly #listener: EndpointSessionListener = {
    state: (state) => this.#become(state),
    ping: (ms) => {
      this.#pings.add(ms);
      this.#events.emit('voiceConnectionStatus', this.status);
    },
    source: (ssrc, userId) => this.#speakers.assign(ssrc, userId),
    left: (userId) => {
      this.#speakers.leave(userId);
      this.#events.emit('left', { userId });
    },
    frame: ({ opus, sequence, ssrc, timestamp }) => {
      const userId = this.#speakers.userOf(ssrc);
      if (userId === undefined) return;
      this.#speakers.frame(userId, sequence, opus);
      this.#events.emit('frame', { userId, sequence, timestamp, opus });
    },
    ended: (reason) => {
      this.#disconnect();
      this.#channelId = this.options.client.voiceChannelId;
      this.#becomeUnconnected();
      if (reason === 'rejoin') this.#rejoin.request();
    },
  };

  #disconnect(): void {
    this.#rejoin.cancel();
    this.#cancelStart();
    this.#session?.close();
    this.#session = null;
    this.#server = null;
    this.#pings.clear();
    this.#speakers.clear();
  }

  #becomeUnconnected(): void {
    const { AWAITING_ENDPOINT, DISCONNECTED } = VOICE_CONNECTION_STATES;
    this.#become(this.#channelId === null ? DISCONNECTED : AWAITING_ENDPOINT);
  }

  #become(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#rejoin.connected(state === VOICE_CONNECTION_STATES.VOICE_CONNECTED);
    this.#events.emit('voiceConnectionStatus', this.status);
  }

  #emitSpeaking(name: 'speakingStart' | 'speakingStop', userId: Snowflake): void {
    if (this.#channelId !== null) this.#events.emit(name, { channelId: this.#channelId, userId });
  }
}

/** The number of pings that are reported (docs/rpc.md, Events). */
const KEPT = 20;

/** Round-trip times of packets to the endpoint, in milliseconds. */
class Pings {
  readonly #last: number[] = [];

  add(ms: number): void {
    this.#last.push(ms);
    if (this.#last.length > KEPT) this.#last.shift();
  }

  clear(): void {
    this.#last.length = 0;
  }

  /** as in VOICE_CONNECTION_STATUS: the oldest first; zeros without a ping */
  get report(): { pings: number[]; average_ping: number; last_ping: number } {
    const pings = [...this.#last];
    const sum = pings.reduce((total, each) => total + each, 0);
    return { pings, average_ping: pings.length === 0 ? 0 : sum / pings.length, last_ping: pings.at(-1) ?? 0 };
  }
}
