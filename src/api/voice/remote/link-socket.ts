import type { Static, TSchema } from 'typebox';
import type { RawData, WebSocket } from 'ws';
import { Heartbeat } from '../../../platform/async/heartbeat.js';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import { parseJson } from '../../../platform/text/parse-json.js';
import { validator } from '../../../protocol/schema.js';
import { VOICE_LINK_LIMITS } from '../../../protocol/voice/link.js';

/** bytes that the other side may leave unread: the members of a full endpoint, several times */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const MAX_UNANSWERED = 2;

export interface LinkSocketOptions<Schema extends TSchema> {
  readonly socket: WebSocket;
  /** of the messages of the other side */
  readonly schema: Schema;
  readonly message: (message: Static<Schema>) => void;
  readonly closed: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One end of a WebSocket between a service and an endpoint, which may not be open yet: messages both ways, and heartbeats. */
export class LinkSocket<Schema extends TSchema> {
  readonly #heartbeat: Heartbeat;
  readonly #isMessage: (value: unknown) => value is Static<Schema>;

  constructor(private readonly options: LinkSocketOptions<Schema>) {
    const { clock, closed, schema, socket } = options;
    this.#isMessage = validator(schema).is;
    this.#heartbeat = new Heartbeat(clock, {
      intervalMs: VOICE_LINK_LIMITS.HEARTBEAT_MS,
      mostUnanswered: MAX_UNANSWERED,
      beat: () => this.#ping(),
      dead: () => socket.terminate(),
    });
    socket.on('pong', () => this.#heartbeat.answered());
    socket.on('message', (data) => this.#receive(data));
    socket.on('close', () => {
      this.#heartbeat.stop();
      closed();
    });
  }

  /** Sends a message; it is dropped unless the connection is open. */
  send(message: object): void {
    const { socket } = this.options;
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
  }

  terminate(): void {
    this.options.socket.terminate();
  }

  /** `ping` of ws throws while the connection is being opened. */
  #ping(): void {
    const { socket } = this.options;
    if (socket.readyState === socket.OPEN) socket.ping();
  }

  #receive(data: RawData): void {
    const { log, message, socket } = this.options;
    if (socket.readyState !== socket.OPEN) return;
    const received = parseJson(String(data));
    if (this.#isMessage(received)) message(received);
    else {
      log.warn('the other side of a voice link sent something unexpected');
      socket.terminate();
    }
  }
}
