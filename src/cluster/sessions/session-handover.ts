import Type from 'typebox';
import type { GatewayHub } from '../../api/gateway/hub.js';
import { GATEWAY_LIMITS } from '../../api/gateway/limits.js';
import type { Session } from '../../api/gateway/session.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { readJson } from '../../platform/text/parse-json.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MovedSessionStore } from '../../store/cluster.js';
import { type Bus, BusError } from '../bus/bus.js';
import type { BusRoundTrip } from '../bus-round-trip.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';
import { STORE_WITHIN_MS } from './leaving-sessions.js';
import type { SessionIds } from './session-ids.js';
import { recordSession } from './session-record.js';

/** How long the node of a session is waited for, in milliseconds. */
const REPLY_WITHIN_MS = 8_000;
/** How long its messages may take to pass the bus, in milliseconds. */
const ROUND_TRIP_MS = 5_000;
/** How long a session that was handed over keeps its user's presence, in milliseconds: until it is continued elsewhere. */
export const LINGER_MS = 5_000;
/**
 * The size of the events that are stored of those which were sent, in bytes: the client may not have received what was sent
 * before its connection was lost.
 */
const SENT_BYTES = 64 * 1024;
const STORED = 'stored';

const requestValidator = validator(Type.Object({ resumeId: Type.String(), userId: SnowflakeSchema }));

export interface SessionHandoverOptions {
  readonly bus: Pick<Bus, 'request' | 'respond'>;
  readonly ids: SessionIds;
  readonly hub: Pick<GatewayHub, 'find' | 'remove'>;
  readonly guilds: Pick<FollowedGuilds, 'positionOf' | 'viewsOf'>;
  readonly store: MovedSessionStore;
  readonly roundTrip: Pick<BusRoundTrip, 'wait'>;
  readonly clock: Pick<Clock, 'after'>;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
}

/** Lets clients resume sessions of running nodes on other ones (docs/adr/0052-sessions-that-move.md). */
export class SessionHandover implements Component {
  readonly #unsubscribe: Unsubscribe;
  /** of the sessions that moved here */
  readonly #served = new WeakMap<Session, Unsubscribe>();

  constructor(private readonly options: SessionHandoverOptions) {
    const { bus, ids } = options;
    this.#unsubscribe = bus.respond(subjectOfProcess(ids.ownEnd), (text) => this.#handOver(text));
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  /**
   * Asks the node that has a session of a user to store it.
   *
   * @returns whether it was stored
   */
  async request(resumeId: string, userId: Snowflake): Promise<boolean> {
    const { ids } = this.options;
    const text = JSON.stringify({ resumeId, userId });
    const ask = async (end: string | null) =>
      end !== null && (await this.#ask(subjectOfProcess(end), text)) === STORED;
    if (await ask(ids.processOf(resumeId))) return true;
    const end = await this.#ask(subjectOfMoved(resumeId), '');
    return ask(end && ids.processOf(end));
  }

  /**
   * A session moved here, with an id that names the process in which it began: others find this one from now on. They ask it to hand
   * over the session as for each other, because a request of this subject could be sent again to where the session moves later.
   */
  serve(session: Session): void {
    const { bus, ids } = this.options;
    const unsubscribe = bus.respond(subjectOfMoved(session.options.resumeId), async () => ids.ownEnd);
    this.#served.set(session, unsubscribe);
    session.whenOver(unsubscribe);
  }

  /** @returns null: nobody has answered */
  async #ask(subject: string, text: string): Promise<string | null> {
    try {
      return await this.options.bus.request(subject, text, REPLY_WITHIN_MS);
    } catch (error) {
      if (error instanceof BusError) return null;
      throw error;
    }
  }

  async #handOver(text: string): Promise<string> {
    const wanted = readJson(text, requestValidator);
    const session = wanted === null ? undefined : this.options.hub.find(wanted.resumeId);
    // The node that asks has checked the user's token.
    if (session === undefined || session.userId !== wanted?.userId || !session.isResumable) return '';
    try {
      return await this.#store(session);
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to hand over a session to another node');
      return '';
    }
  }

  async #store(session: Session): Promise<string> {
    const { clock, elapsed, guilds, hub, roundTrip, store } = this.options;
    // Events that other nodes have sent before arrive first, as does what this one sends.
    await roundTrip.wait(ROUND_TRIP_MS);
    if (!session.isResumable) return '';
    const endedAt = await store.now();
    if (!session.isResumable) return '';
    const record = recordSession(session, guilds, SENT_BYTES);
    session.isHandedOver = true;
    // Requests for it go to the node that continues it, although it remains here for a while.
    this.#served.get(session)?.();
    session.transport?.close(GATEWAY_CLOSE_CODES.UNKNOWN_ERROR, 'The session was resumed elsewhere.');
    session.cancelExpiry();
    session.cancelExpiry = clock.after(LINGER_MS, () => hub.remove(session));
    if (record === null) return '';
    const { resumeId: id } = session.options;
    const { userId } = session;
    const frozenAt = elapsed();
    await store.put([{ id, userId, text: record }], { endedAt, lifetimeMs: GATEWAY_LIMITS.RESUME_WITHIN_MS });
    if (elapsed() - frozenAt <= STORE_WITHIN_MS) return STORED;
    // The other node takes it for newer than it is.
    await store.claim(id, userId);
    return '';
  }
}

function subjectOfProcess(end: string): string {
  return `sessions.${end}`;
}

/** Nobody can learn from the subject how to resume the session. */
function subjectOfMoved(resumeId: string): string {
  return `moved-session.${hashSecret(resumeId)}`;
}
