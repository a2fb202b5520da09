import type { FramePace } from '../../net/frames/frame-pace.js';
import { BackOff } from '../../platform/async/back-off.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_CONNECTION_STATES } from '../../protocol/rpc/voice-connection.js';
import { VOICE_CLOSE_CODES, VOICE_OPCODES } from '../../protocol/voice/opcodes.js';
import { SPEAKING_FLAGS } from '../../protocol/voice/payloads.js';
import {
  readClientConnect,
  readClientDisconnect,
  readReady,
  readSessionDescription,
  readSpeaking,
} from './endpoint-payloads.js';
import type { EndpointSessionListener } from './endpoint-session-listener.js';
import { EndpointSocket, type EndpointSocketListener } from './endpoint-socket.js';
import { PacketPort } from './packet-port.js';
import { PacketStream } from './packet-stream.js';
import type { VoiceServer } from './voice-server.js';

const { AUTHENTICATION_FAILED, CALL_TERMINATED, DISCONNECTED, INVALID_SESSION } = VOICE_CLOSE_CODES;
const { RATE_LIMITED, SERVER_NOT_FOUND } = VOICE_CLOSE_CODES;
/** The endpoint ended the membership: only a new VOICE_SERVER_UPDATE leads back. */
const LEFT: ReadonlySet<number> = new Set([DISCONNECTED, CALL_TERMINATED, RATE_LIMITED]);
/** The token or session can no longer be used: the channel must be joined again. */
const INVALID: ReadonlySet<number> = new Set([AUTHENTICATION_FAILED, INVALID_SESSION, SERVER_NOT_FOUND]);

/** What the end of the WebSocket means for a session: it is over (`left`, `rejoin`), or can be resumed (`lost`). */
function closeOutcome(code: number): 'left' | 'rejoin' | 'lost' {
  if (LEFT.has(code)) return 'left';
  return INVALID.has(code) ? 'rejoin' : 'lost';
}

/** Delays between attempts, in milliseconds. */
const RETRY = { firstMs: 250, longestMs: 15_000 };

export interface EndpointSessionOptions {
  readonly server: VoiceServer;
  readonly listener: EndpointSessionListener;
  /** whether routers are asked to prefer its packets at first */
  readonly isPreferred: boolean;
  /** the budget of the endpoint's payloads */
  readonly pace: FramePace;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * One session at a voice endpoint (docs/voice.md): connects, identifies, finds a way for packets, resumes after the loss
 * of the WebSocket, and looks for another way after the loss of the UDP connection.
 */
export class EndpointSession {
  #socket: EndpointSocket | null = null;
  #port: PacketPort | null = null;
  readonly #packets = new PacketStream();
  #ready: ReturnType<typeof readReady> = null;
  #lastSequence = -1;
  #isAuthenticated = false;
  #isOver = false;
  #cancelRetry: () => void = () => {};
  #cancelPortRetry: () => void = () => {};
  readonly #backOff = new BackOff(RETRY, Math.random);
  readonly #portBackOff = new BackOff(RETRY, Math.random);
  /** whether the endpoint was told that packets follow; it drops earlier ones */
  #isAnnounced = false;
  #isPreferred: boolean;

  constructor(private readonly options: EndpointSessionOptions) {
    this.#isPreferred = options.isPreferred;
    this.#connect();
  }

  /** Encrypts a frame of Opus and sends it; it is dropped unless packets can be sent. */
  send(opus: Buffer): void {
    const packet = this.#ready === null ? null : this.#packets.write(this.#ready.ssrc, opus);
    if (packet === null) return;
    if (this.#isAuthenticated && !this.#isAnnounced) this.#announce();
    this.#port?.send(packet);
  }

  /** Whether routers are asked to prefer its packets from now on. */
  prefer(isPreferred: boolean): void {
    this.#isPreferred = isPreferred;
    this.#port?.prefer(isPreferred);
  }

  /** Ends the session. Nothing is reported afterwards. */
  close(): void {
    this.#finish();
    this.#socket?.close(1000);
  }

  #finish(): void {
    this.#isOver = true;
    this.#cancelRetry();
    this.#cancelPortRetry();
    this.#port?.close();
  }

  #connect(): void {
    this.options.listener.state(VOICE_CONNECTION_STATES.CONNECTING);
    const listener: EndpointSocketListener = {
      hello: () => this.#authenticate(),
      payload: (op, d) => this.#handle(op, d),
      closed: (code) => this.#closed(code),
    };
    const { clock, log, pace, server } = this.options;
    const { scope, url } = server;
    this.#socket = new EndpointSocket({ url, scope, listener, pace, clock, log }, this.#lastSequence);
  }

  #authenticate(): void {
    const { listener, server } = this.options;
    listener.state(VOICE_CONNECTION_STATES.AUTHENTICATING);
    const { guildId: server_id, sessionId: session_id, token, userId: user_id } = server;
    if (this.#ready === null) {
      this.#socket?.send(VOICE_OPCODES.IDENTIFY, { server_id, user_id, session_id, token });
    } else {
      const seq_ack = this.#lastSequence;
      this.#socket?.send(VOICE_OPCODES.RESUME, { server_id, session_id, token, seq_ack });
    }
  }

  #handle(op: number, d: unknown): void {
    switch (op) {
      case VOICE_OPCODES.READY:
        this.#becomeReady(d);
        break;
      case VOICE_OPCODES.RESUMED:
        this.#resumed();
        break;
      case VOICE_OPCODES.SESSION_DESCRIPTION:
        this.#startEncryption(d);
        break;
      case VOICE_OPCODES.SPEAKING:
        this.#learn(readSpeaking(d));
        break;
      case VOICE_OPCODES.CLIENT_CONNECT:
        this.#learn(readClientConnect(d));
        break;
      case VOICE_OPCODES.CLIENT_DISCONNECT:
        this.#forget(readClientDisconnect(d));
    }
  }

  #becomeReady(d: unknown): void {
    this.#ready = readReady(d, this.#socket?.remoteAddress ?? '');
    if (this.#ready === null) {
      this.#fail();
      return;
    }
    this.#isAuthenticated = true;
    this.options.listener.state(VOICE_CONNECTION_STATES.CONNECTED);
    this.#openPort();
  }

  #resumed(): void {
    const { listener } = this.options;
    this.#isAuthenticated = true;
    this.#backOff.reset();
    listener.state(VOICE_CONNECTION_STATES.CONNECTED);
    if (!this.#packets.isOpen) this.#openPort();
    else listener.state(VOICE_CONNECTION_STATES.VOICE_CONNECTED);
  }

  #learn(source: { ssrc: number; userId: string } | null): void {
    if (source !== null) this.options.listener.source(source.ssrc, source.userId);
  }

  #forget(userId: string | null): void {
    if (userId !== null) this.options.listener.left(userId);
  }

  #startEncryption(d: unknown): void {
    const description = readSessionDescription(d);
    if (description === null) {
      this.#fail();
      return;
    }
    this.#packets.open(description.mode, description.key);
    this.#backOff.reset();
    this.#portBackOff.reset();
    this.options.listener.state(VOICE_CONNECTION_STATES.VOICE_CONNECTED);
  }

  #openPort(): void {
    const ready = this.#ready;
    // The endpoint learns the way over the WebSocket: without it, RESUMED opens the port.
    if (ready === null || this.#isOver || !this.#isAuthenticated) return;
    const { clock, listener, log } = this.options;
    this.#cancelPortRetry();
    this.#port?.close();
    this.#reportPort('VOICE_CONNECTING');
    this.#port = new PacketPort({
      endpoint: ready.udp,
      ssrc: ready.ssrc,
      isPreferred: this.#isPreferred,
      listener: {
        checking: () => this.#reportPort('ICE_CHECKING'),
        discovered: ({ address, port }) => {
          const data = { address, port, mode: ready.mode };
          this.#socket?.send(VOICE_OPCODES.SELECT_PROTOCOL, { protocol: 'udp', data });
        },
        unreachable: () => this.#lostPort(),
        ping: (ms) => listener.ping(ms),
        packet: (packet) => this.#receive(packet),
      },
      clock,
      log,
    });
  }

  /** The endpoint never answered, or no longer does. */
  #lostPort(): void {
    const { clock, log } = this.options;
    const wasConnected = this.#packets.isOpen;
    this.#packets.close();
    log.info({ wasConnected }, 'the voice endpoint does not answer over UDP; retrying');
    this.#reportPort(wasConnected ? 'VOICE_DISCONNECTED' : 'NO_ROUTE');
    this.#port?.close();
    this.#cancelPortRetry = clock.after(this.#portBackOff.next(), () => this.#openPort());
  }

  /** A state of the UDP connection; without the WebSocket, that of the WebSocket counts. */
  #reportPort(state: keyof typeof VOICE_CONNECTION_STATES): void {
    if (this.#isAuthenticated) this.options.listener.state(VOICE_CONNECTION_STATES[state]);
  }

  #receive(packet: Buffer): void {
    const frame = this.#packets.read(packet);
    if (frame !== null) this.options.listener.frame(frame);
  }

  /** Tells the endpoint that packets follow. */
  #announce(): void {
    this.#isAnnounced = true;
    const ssrc = this.#ready?.ssrc;
    this.#socket?.send(VOICE_OPCODES.SPEAKING, { speaking: SPEAKING_FLAGS.MICROPHONE, delay: 0, ssrc });
  }

  /** The endpoint sent what cannot be used. */
  #fail(): void {
    this.options.log.warn('the voice endpoint sent something unexpected');
    this.#ready = null;
    this.#socket?.close();
  }

  #closed(code: number): void {
    if (this.#isOver) return;
    this.#lastSequence = this.#socket?.lastSequence ?? -1;
    this.#socket = null;
    this.#isAuthenticated = false;
    // It may not have arrived.
    this.#isAnnounced = false;
    const { clock, listener, log } = this.options;
    log.info({ code }, 'voice connection closed');
    const outcome = closeOutcome(code);
    if (outcome !== 'lost') {
      this.#finish();
      listener.ended(outcome);
      return;
    }
    listener.state(VOICE_CONNECTION_STATES.DISCONNECTED);
    this.#cancelRetry = clock.after(this.#backOff.next(), () => this.#connect());
  }
}
