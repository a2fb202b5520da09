import { randomBytes } from 'node:crypto';
import type { ChatClient } from '../../client/client.js';
import {
  combineUnsubscribes,
  Emitter,
  type Listenable,
  type Unsubscribe,
} from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import { InvalidKeyError, SealKey, sealText } from '../../platform/crypto/sealed-text.js';
import { messageOf, UserError } from '../../platform/errors.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_REQUEST_TYPES,
  type ActivityAction,
  type ActivityRequest,
  type ActivityRequestBody,
} from '../../protocol/objects/activity-request.js';
import type { Activity } from '../../protocol/objects/presence.js';
import type { PartialUser } from '../../protocol/objects/user.js';
import { ACTIVITY_FLAGS, type TakenActivity } from '../../protocol/rpc/activity.js';
import { dispatch } from '../../protocol/rpc/payload.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcSession } from '../sessions/session.js';
import type { Subscriptions } from '../subscriptions/subscriptions.js';
import { toLocalUser } from '../views/user.js';
import { type Activities, toPublicActivity } from './activities.js';

/** How long a request can be answered, in milliseconds. */
export const REQUEST_LIFETIME_MS = 600_000;
/** How long a waiting request is not replaced by another one of the same user, in milliseconds: each is announced. */
const REPLACED_AFTER_MS = 60_000;
/** Requests of each direction that are kept; answered ones make room for others. */
const MAX_KEPT = 50;

/** The numbers of requests in the events of games. */
const EVENT_TYPES = { JOIN: 1, JOIN_REQUEST: 5 } as const;

/** The events that games subscribe to, by their names on the wire. */
const SECRET_EVENTS = { join: 'ACTIVITY_JOIN', spectate: 'ACTIVITY_SPECTATE' } as const;
type GameEvent = 'ACTIVITY_JOIN' | 'ACTIVITY_SPECTATE' | 'ACTIVITY_JOIN_REQUEST' | 'ACTIVITY_INVITE';

export const REQUEST_STATES = { WAITING: 'waiting', ACCEPTED: 'accepted', DECLINED: 'declined' } as const;
export type RequestState = (typeof REQUEST_STATES)[keyof typeof REQUEST_STATES];

/** A request to play together, as the person sees it. */
export interface PendingRequest {
  readonly id: string;
  /** `ask`: somebody asks for the secret of an activity; `invite`: somebody offers it */
  readonly kind: 'ask' | 'invite';
  readonly direction: 'sent' | 'received';
  readonly action: ActivityAction;
  readonly applicationId: Snowflake;
  /** the other user */
  readonly user: PartialUser;
  readonly state: RequestState;
  /** milliseconds since the Unix epoch */
  readonly expiresAt: number;
}

/** Whether a request waits for the person's answer. */
export function isToAnswer({ direction, state }: Pick<PendingRequest, 'direction' | 'state'>): boolean {
  return direction === 'received' && state === REQUEST_STATES.WAITING;
}

interface KeptRequest extends PendingRequest {
  state: RequestState;
  /**
   * whose secret it is: the one that an `ask` was sent to, or that an invite of the person is for; null: of none, or several
   * programs showed such an activity when it arrived, so that the person decides after one is left
   */
  readonly program: RpcSession | null;
  /** what an invite of the person is for: it is of no use for another party of the same program; null: no such invite */
  readonly lobby: string | null;
  /** of the one who asked, for a received `ask` */
  publicKey: string | null;
  /** reads the secret, until it has arrived; null: none was asked for */
  key: SealKey | null;
  readonly cancelExpiry: () => void;
}

export interface ActivityRequestEvents {
  changed: Record<string, never>;
}

export interface ActivityRequestsOptions {
  readonly client: Pick<ChatClient, 'on' | 'request' | 'state' | 'user'>;
  readonly activities: Activities;
  readonly subscriptions: Pick<Subscriptions, 'subscribers'>;
  /** the key of the subscriptions to an event */
  readonly keyOf: (event: GameEvent) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Requests to join or watch games, between the person and others (docs/rpc.md, Joining). The service passes them on; the secret of an
 * activity is encrypted for the one who asked and was accepted, and nobody keeps it.
 */
export class ActivityRequests implements Component, Listenable<ActivityRequestEvents> {
  readonly #kept = new Map<string, KeptRequest>();
  readonly #events: Emitter<ActivityRequestEvents>;
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly options: ActivityRequestsOptions) {
    const { activities, client, log } = options;
    this.#events = Emitter.logging(log, 'activity requests');
    this.#unsubscribe = combineUnsubscribes([
      client.on('activityRequest', ({ request }) => this.#receive(request)),
      client.on('signIn', () => this.#forgetAll()),
      activities.onChange((session) => this.#forgetEnded(session)),
    ]);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#forgetAll();
  }

  on<Name extends keyof ActivityRequestEvents>(
    name: Name,
    listener: (event: ActivityRequestEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  /** The newest first. */
  list(): PendingRequest[] {
    return [...this.#kept.values()]
      .reverse()
      .map(({ id, kind, direction, action, applicationId, user, state, expiresAt }) => ({
        id,
        kind,
        direction,
        action,
        applicationId,
        user,
        state,
        expiresAt,
      }));
  }

  /**
   * Asks somebody for the secret of the activity that they show.
   *
   * @throws {UserError} if they show none, or no program here waits for it; {ServiceError}
   */
  async ask(userId: Snowflake, action: ActivityAction): Promise<void> {
    const { game, user } = this.#presenceOf(userId);
    const flag = action === ACTIVITY_ACTIONS.JOIN ? ACTIVITY_FLAGS.JOIN : ACTIVITY_FLAGS.SPECTATE;
    if (game?.application_id === undefined || ((game.flags ?? 0) & flag) === 0) {
      throw new UserError(
        `${user.username} plays nothing that can be ${action === ACTIVITY_ACTIONS.JOIN ? 'joined' : 'watched'} now`,
        'Members of your guilds show it in their activity.',
      );
    }
    this.#requireProgram(game.application_id, action, game.name);
    const before = [...this.#kept.values()].find(
      (one) =>
        one.kind === 'ask' &&
        one.direction === 'sent' &&
        one.action === action &&
        one.state === REQUEST_STATES.WAITING &&
        one.user.id === userId,
    );
    if (before !== undefined) {
      if (!this.#isOld(before)) throw new UserError(`${user.username} was asked a moment ago`);
      this.#forget(before);
    }
    const key = new SealKey();
    const kept = this.#keep({
      id: createId(),
      kind: 'ask',
      direction: 'sent',
      action,
      applicationId: game.application_id,
      user,
      program: null,
      lobby: null,
      publicKey: null,
      key,
    });
    await this.#sendOrForget(kept, ACTIVITY_REQUEST_TYPES.ASK, key.publicKey);
  }

  /**
   * Invites somebody into the game that the person shows.
   *
   * @throws {UserError} if it cannot be joined, or several programs show it; {ServiceError}
   */
  async invite(userId: Snowflake): Promise<void> {
    const { user } = this.#presenceOf(userId);
    const shown = this.options.activities.list().find(({ isShown }) => isShown);
    if (shown?.activity.secrets?.join === undefined) {
      throw new UserError(
        'no program shows an activity that others can join',
        'See activities with: guildhall activities',
      );
    }
    const { session: program } = shown;
    if (this.#findProgram(program.application.id, ACTIVITY_ACTIONS.JOIN) === 'several')
      throw severalPrograms(shown.activity.name);
    const kept = this.#keep({
      id: createId(),
      kind: 'invite',
      direction: 'sent',
      action: ACTIVITY_ACTIONS.JOIN,
      applicationId: program.application.id,
      user,
      program,
      lobby: lobbyOf(shown.activity),
      publicKey: null,
      key: null,
    });
    await this.#sendOrForget(kept, ACTIVITY_REQUEST_TYPES.INVITE, null);
  }

  /**
   * Accepts a received request: sends the secret of the activity, or asks for that of an invite.
   *
   * @throws {UserError} if it is not waiting, its program has ended, or several programs show its activity; {ServiceError}
   */
  async accept(id: string): Promise<void> {
    const kept = this.#requireWaiting(id);
    if (kept.kind === 'invite') {
      await this.#takeInvite(kept);
      return;
    }
    const found = this.#findProgram(kept.applicationId, kept.action);
    if (found === 'several') throw severalPrograms(`application ${kept.applicationId}`);
    await this.#acceptAsk(kept, this.#secretOf(kept, kept.program ?? found));
  }

  /** Declines a received request. @throws {UserError} if it is not waiting; {ServiceError} */
  async decline(id: string): Promise<void> {
    const kept = this.#requireWaiting(id);
    this.#setState(kept, REQUEST_STATES.DECLINED);
    try {
      await this.#send(kept, ACTIVITY_REQUEST_TYPES.DECLINE, null);
    } catch (error) {
      this.#setState(kept, REQUEST_STATES.WAITING);
      throw error;
    }
  }

  /**
   * Answers the request of a user to join the game of a connection: only the one that it was sent to can do that.
   *
   * @returns false if there is none
   */
  async answer(session: RpcSession, userId: Snowflake, isAccepted: boolean): Promise<boolean> {
    const kept = [...this.#kept.values()].find(
      ({ action, kind, program, state, user }) =>
        kind === 'ask' &&
        program === session &&
        action === ACTIVITY_ACTIONS.JOIN &&
        state === REQUEST_STATES.WAITING &&
        user.id === userId,
    );
    if (kept === undefined) return false;
    try {
      if (isAccepted) await this.#acceptAsk(kept, this.#secretOf(kept, session));
      else await this.decline(kept.id);
      return true;
    } catch (error) {
      if (error instanceof UserError) return false;
      throw error;
    }
  }

  #receive(message: ActivityRequest): void {
    if (message.user.id === this.options.client.user?.id) return;
    switch (message.type) {
      case ACTIVITY_REQUEST_TYPES.ASK:
        this.#receiveAsk(message);
        break;
      case ACTIVITY_REQUEST_TYPES.INVITE:
        this.#receiveInvite(message);
        break;
      case ACTIVITY_REQUEST_TYPES.ACCEPT:
        this.#receiveSecret(message);
        break;
      case ACTIVITY_REQUEST_TYPES.DECLINE:
        this.#receiveDecline(message);
        break;
    }
  }

  #receiveAsk({ action, application_id: applicationId, data: publicKey, id, user }: ActivityRequest): void {
    if (publicKey === null) return;
    const known = this.#kept.get(id);
    if (known !== undefined) {
      this.#receiveTakenInvite(known, user, publicKey);
      return;
    }
    const program = this.#findProgram(applicationId, action);
    if (program === null) return;
    const request = { id, kind: 'ask', direction: 'received', action, applicationId, user } as const;
    if (!this.#replaceEarlier(request)) return;
    const one = program === 'several' ? null : program;
    this.#keep({ ...request, program: one, lobby: null, publicKey, key: null });
    const activity = one && this.options.activities.of(one);
    // Games know no requests to watch: the person answers these.
    if (one === null || activity === null || action !== ACTIVITY_ACTIONS.JOIN) return;
    this.#tell(one, 'ACTIVITY_JOIN_REQUEST', {
      user: toLocalUser(user),
      activity: toPublicActivity(activity),
      type: EVENT_TYPES.JOIN_REQUEST,
      channel_id: null,
      message_id: null,
    });
  }

  /** Somebody takes the person's invite. */
  #receiveTakenInvite(invite: KeptRequest, user: PartialUser, publicKey: string): void {
    const isOwn = invite.kind === 'invite' && invite.direction === 'sent' && invite.user.id === user.id;
    if (!isOwn || invite.state !== REQUEST_STATES.WAITING || !this.#isOfSameLobby(invite)) return;
    const secret = this.#secretOf(invite, invite.program);
    if (secret === null) return;
    invite.publicKey = publicKey;
    this.#acceptAsk(invite, secret).catch((error: unknown) =>
      this.options.log.warn({ reason: messageOf(error) }, 'failed to answer a taken invite'),
    );
  }

  #receiveInvite({ action, application_id: applicationId, id, user }: ActivityRequest): void {
    const request = { id, kind: 'invite', direction: 'received', action, applicationId, user } as const;
    if (this.#kept.has(id) || action !== ACTIVITY_ACTIONS.JOIN || !this.#replaceEarlier(request)) return;
    this.#keep({ ...request, program: null, lobby: null, publicKey: null, key: null });
    const program = this.#findSubscriber('ACTIVITY_INVITE', applicationId);
    if (program === null || program === 'several') return;
    const game = this.#presenceOf(user.id, user).game;
    this.#tell(program, 'ACTIVITY_INVITE', {
      user: toLocalUser(user),
      activity: game?.application_id === applicationId ? game : null,
      type: EVENT_TYPES.JOIN,
      channel_id: null,
      message_id: null,
    });
  }

  #receiveSecret({ data, id, user }: ActivityRequest): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.key === null || kept.user.id !== user.id || data === null) return;
    const secret = kept.key.open(data, this.#contextOf(kept, user.id));
    if (secret === null) return;
    kept.key = null;
    this.#setState(kept, REQUEST_STATES.ACCEPTED);
    const event = SECRET_EVENTS[kept.action];
    const program = this.#findSubscriber(event, kept.applicationId);
    if (program === null || program === 'several')
      this.options.log.warn({ event, programs: program }, 'no program, or more than one, waits for the game');
    else this.#tell(program, event, { secret });
  }

  #receiveDecline({ id, user }: ActivityRequest): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.user.id !== user.id || kept.direction !== 'sent') return;
    // What is accepted later is not taken.
    kept.key = null;
    if (kept.state === REQUEST_STATES.WAITING) this.#setState(kept, REQUEST_STATES.DECLINED);
  }

  /** @param secret null: the program has ended */
  async #acceptAsk(kept: KeptRequest, secret: string | null): Promise<void> {
    const userId = this.#requireUser();
    if (secret === null || kept.publicKey === null) {
      throw new UserError('the program that could be joined no longer shows this activity');
    }
    this.#setState(kept, REQUEST_STATES.ACCEPTED);
    try {
      const sealed = sealText(secret, kept.publicKey, this.#contextOf(kept, userId));
      await this.#send(kept, ACTIVITY_REQUEST_TYPES.ACCEPT, sealed);
    } catch (error) {
      if (error instanceof InvalidKeyError) {
        this.#forget(kept);
        throw new UserError('the request is not valid');
      }
      this.#setState(kept, REQUEST_STATES.WAITING);
      throw error;
    }
  }

  async #takeInvite(kept: KeptRequest): Promise<void> {
    this.#requireProgram(kept.applicationId, kept.action, `application ${kept.applicationId}`);
    const key = new SealKey();
    kept.key = key;
    this.#setState(kept, REQUEST_STATES.ACCEPTED);
    try {
      await this.#send(kept, ACTIVITY_REQUEST_TYPES.ASK, key.publicKey);
    } catch (error) {
      kept.key = null;
      this.#setState(kept, REQUEST_STATES.WAITING);
      throw error;
    }
  }

  /** What a secret is sealed with: it is of no use for anything else. @param hostId who sends it */
  #contextOf({ action, applicationId, id }: PendingRequest, hostId: Snowflake): string {
    return ['activity', id, applicationId, action, hostId].join(' ');
  }

  #requireUser(): Snowflake {
    const { user } = this.options.client;
    if (user === null) throw new UserError('nobody is signed in', 'Sign in with: guildhall login');
    return user.id;
  }

  /** What another member shows. @param fallback their account, if it is known @throws {UserError} if they are nobody's member */
  #presenceOf(userId: Snowflake, fallback?: PartialUser): { game: Activity | null; user: PartialUser } {
    const { state, user: me } = this.options.client;
    const user = state.user(userId) ?? fallback;
    if (user === undefined || userId === me?.id) {
      throw new UserError(`${userId} is not another member of your guilds`);
    }
    return { game: state.presence(userId)?.game ?? null, user };
  }

  #requireProgram(applicationId: Snowflake, action: ActivityAction, name: string): void {
    const found = this.#findSubscriber(SECRET_EVENTS[action], applicationId);
    if (found === null)
      throw new UserError(`no program here can join ${name}`, 'Start the same game on this machine first.');
    if (found === 'several') throw severalPrograms(name);
  }

  /**
   * The connection that waits for an event of its game: of one program the last one. Any program can name any application, so
   * nothing is sent while `several` do.
   */
  #findSubscriber(event: GameEvent, applicationId: Snowflake): RpcSession | 'several' | null {
    const { keyOf, subscriptions } = this.options;
    const subscribers = [...subscriptions.subscribers(keyOf(event))].filter(
      ({ application }) => application.id === applicationId,
    );
    return areSeveral(subscribers) ? 'several' : (subscribers.at(-1) ?? null);
  }

  /**
   * The program whose activity others may join or watch, of its connections the newest. Any program can show one of any
   * application, so nothing is sent while `several` do.
   */
  #findProgram(applicationId: Snowflake, action: ActivityAction): RpcSession | 'several' | null {
    const found = this.options.activities.joinable(applicationId, action);
    return areSeveral(found) ? 'several' : (found[0] ?? null);
  }

  /** @returns null if the program shows no such activity, or the person blocks it */
  #secretOf({ action }: PendingRequest, program: RpcSession | null): string | null {
    return program && this.options.activities.secretOf(program, action);
  }

  /** Whether the program of an invite still shows what it is for. */
  #isOfSameLobby({ lobby, program }: KeptRequest): boolean {
    const activity = program && this.options.activities.of(program);
    return lobby === null || (activity !== null && lobbyOf(activity) === lobby);
  }

  /** Whether the activity of a request can still be joined or watched. */
  #isShown(kept: KeptRequest): boolean {
    return kept.program === null
      ? this.options.activities.joinable(kept.applicationId, kept.action).length > 0
      : this.#secretOf(kept, kept.program) !== null;
  }

  #tell(program: RpcSession, event: GameEvent, data: object): void {
    const { keyOf, subscriptions } = this.options;
    const isSubscribed = [...subscriptions.subscribers(keyOf(event))].includes(program);
    if (isSubscribed) program.send(dispatch(event, data));
  }

  /**
   * Makes room for a received request: of each user one of a kind is kept.
   *
   * @returns false if it is ignored: the person has declined one, the same user asked a moment ago, or too many wait
   */
  #replaceEarlier({ action, kind, user }: Pick<PendingRequest, 'action' | 'kind' | 'user'>): boolean {
    const received = [...this.#kept.values()].filter(({ direction }) => direction === 'received');
    const earlier = received.find(
      (one) => one.kind === kind && one.action === action && one.user.id === user.id,
    );
    if (earlier === undefined) return this.#makeRoom(received);
    const isWaiting = earlier.state === REQUEST_STATES.WAITING;
    if (earlier.state === REQUEST_STATES.DECLINED || (isWaiting && !this.#isOld(earlier))) return false;
    this.#forget(earlier);
    return true;
  }

  /** Forgets the oldest answered one of too many. A declined one keeps its user quiet, so it is the last to go. @returns false: all wait */
  #makeRoom(kept: readonly KeptRequest[]): boolean {
    if (kept.length < MAX_KEPT) return true;
    const first = (wanted: RequestState) => kept.find(({ state }) => state === wanted);
    const answered = first(REQUEST_STATES.ACCEPTED) ?? first(REQUEST_STATES.DECLINED);
    if (answered !== undefined) this.#forget(answered);
    return answered !== undefined;
  }

  #isOld({ expiresAt }: PendingRequest): boolean {
    return expiresAt - this.options.clock.now() <= REQUEST_LIFETIME_MS - REPLACED_AFTER_MS;
  }

  #requireWaiting(id: string): KeptRequest {
    const kept = this.#kept.get(id);
    if (kept !== undefined && isToAnswer(kept)) return kept;
    throw new UserError(
      'no such request waits: it was answered, or has expired',
      'See requests with: guildhall activities',
    );
  }

  #keep(request: Omit<KeptRequest, 'state' | 'expiresAt' | 'cancelExpiry'>): KeptRequest {
    const { clock } = this.options;
    const sent = [...this.#kept.values()].filter(({ direction }) => direction === 'sent');
    const [oldest] = sent;
    if (request.direction === 'sent' && !this.#makeRoom(sent) && oldest !== undefined) this.#forget(oldest);
    const kept: KeptRequest = {
      ...request,
      state: REQUEST_STATES.WAITING,
      expiresAt: clock.now() + REQUEST_LIFETIME_MS,
      cancelExpiry: clock.after(REQUEST_LIFETIME_MS, () => this.#forget(kept)),
    };
    this.#kept.set(kept.id, kept);
    this.#events.emit('changed', {});
    return kept;
  }

  #setState(kept: KeptRequest, state: RequestState): void {
    kept.state = state;
    this.#events.emit('changed', {});
    // What it is for may have ended while it was answered.
    if (state === REQUEST_STATES.WAITING) this.#forgetEnded(null);
  }

  #forget(...requests: readonly KeptRequest[]): void {
    for (const kept of requests) {
      kept.cancelExpiry();
      kept.key = null;
      this.#kept.delete(kept.id);
    }
    if (requests.length > 0) this.#events.emit('changed', {});
  }

  /**
   * Requests to join what is no longer shown.
   *
   * @param changed the connection whose activity has changed: no other request can have ended; null: any can
   */
  #forgetEnded(changed: RpcSession | null): void {
    // Programs change theirs often and can be many, as can requests: all programs are searched once for requests of a kind, and
    // only if the one that has changed does not show what they are for.
    const shown = new Map<string, boolean>();
    const ended = [...this.#kept.values()].filter((kept) => {
      const { action, applicationId, direction, kind, program, state } = kept;
      const isOfHost = (kind === 'ask') === (direction === 'received');
      const isOther =
        changed !== null && (changed.application.id !== applicationId || (program ?? changed) !== changed);
      if (!isOfHost || isOther || state !== REQUEST_STATES.WAITING) return false;
      const target = `${action} ${applicationId} ${program?.id}`;
      const isShown = shown.get(target) ?? (this.#secretOf(kept, changed) !== null || this.#isShown(kept));
      shown.set(target, isShown);
      return !isShown || !this.#isOfSameLobby(kept);
    });
    this.#forget(...ended);
  }

  #forgetAll(): void {
    this.#forget(...this.#kept.values());
  }

  async #sendOrForget(
    kept: KeptRequest,
    type: ActivityRequestBody['type'],
    data: string | null,
  ): Promise<void> {
    try {
      await this.#send(kept, type, data);
    } catch (error) {
      this.#forget(kept);
      throw error;
    }
  }

  async #send(
    { action, applicationId, id, user }: PendingRequest,
    type: ActivityRequestBody['type'],
    data: string | null,
  ): Promise<void> {
    const body: ActivityRequestBody = { type, id, application_id: applicationId, action, data };
    await this.options.client.request('POST', `/users/${user.id}/activity-requests`, body);
  }
}

/** What others join: a party, whose secret may change, or what the secret is for. */
function lobbyOf({ party, secrets }: TakenActivity): string | null {
  return party?.id === undefined ? (secrets?.join ?? null) : `party ${party.id}`;
}

/** Whether sessions are of several programs. One whose process had ended, or is unknown, is a program of its own. */
function areSeveral(sessions: readonly RpcSession[]): boolean {
  return new Set(sessions.map((session) => session.local?.process || session)).size > 1;
}

/** @param name what they say that they are */
function severalPrograms(name: string): UserError {
  return new UserError(
    `several programs here say that they are ${name}`,
    'See them with: guildhall sessions list. Disconnect those that are not with: guildhall sessions kick',
  );
}

function createId(): string {
  return randomBytes(16).toString('base64url');
}
