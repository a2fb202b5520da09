import type { ChatClient } from '../../client/client.js';
import { Emitter, type Unsubscribe } from '../../platform/async/events.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { ActivityAction } from '../../protocol/objects/activity-request.js';
import type { Application } from '../../protocol/objects/application.js';
import type { Activity } from '../../protocol/objects/presence.js';
import {
  ACTIVITY_FLAGS,
  ACTIVITY_TYPES,
  type GivenActivity,
  type TakenActivity,
} from '../../protocol/rpc/activity.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcSession } from '../sessions/session.js';

/** Which programs may show an activity, as the person decided. */
export interface ActivityRules {
  /** Whether activities of an application are shown to others. */
  isShown(applicationId: Snowflake, isRegistered: boolean): boolean;
  /** Whether they are not shown because the person has not decided yet. */
  isUndecided(applicationId: Snowflake, isRegistered: boolean): boolean;
  /** Whether programs with a client id that the service does not know may connect. */
  readonly acceptsUnregistered: boolean;
  /** Is called when the decisions have changed. */
  onChange(listener: () => void): Unsubscribe;
}

/** An activity of a program, for the person. */
export interface ProgramActivity {
  readonly session: RpcSession;
  readonly activity: TakenActivity;
  /** whether others see it: it is the newest of those that the person allows */
  readonly isShown: boolean;
  /** whether the person does not show it, or has not decided yet */
  readonly isBlocked: boolean;
  readonly isUndecided: boolean;
}

interface ActivityEvents {
  changed: { readonly session: RpcSession | null };
}

/**
 * The activities that programs of this machine show, by their connections. Others see that of the program which began last;
 * one ends with its connection (docs/rpc.md, Activities).
 */
export class Activities implements Component {
  /** in the order in which the programs began */
  readonly #bySession = new Map<RpcSession, TakenActivity>();
  readonly #events: Emitter<ActivityEvents>;
  readonly #stopListening: Unsubscribe;

  constructor(
    private readonly client: Pick<ChatClient, 'showActivity'>,
    private readonly rules: ActivityRules,
    log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'activities');
    this.#stopListening = rules.onChange(() => this.#changed(null));
  }

  async stop(): Promise<void> {
    this.#stopListening();
  }

  /**
   * @param listener called when anything that `list` gives has changed, with the connection whose activity it was, or null: any
   *   may have changed
   */
  onChange(listener: (session: RpcSession | null) => void): Unsubscribe {
    return this.#events.on('changed', ({ session }) => listener(session));
  }

  /** Shows an activity of a connection, or (null) none. */
  set(session: RpcSession, activity: TakenActivity | null): void {
    if (session.isClosed) return;
    if (activity === null) this.clear(session);
    else {
      this.#bySession.set(session, activity);
      this.#changed(session);
    }
  }

  /** Has to be called when a connection has closed, too. */
  clear(session: RpcSession): void {
    if (this.#bySession.delete(session)) this.#changed(session);
  }

  of(session: RpcSession): TakenActivity | null {
    return this.#bySession.get(session) ?? null;
  }

  /** @returns null if a connection shows nothing that others may join or watch, or the person blocks it */
  secretOf(session: RpcSession, action: ActivityAction): string | null {
    const secret = this.of(session)?.secrets?.[action];
    return secret !== undefined && this.#mayShow(session) ? secret : null;
  }

  /** The connections whose activity of an application others may join or watch, the newest first. */
  joinable(applicationId: Snowflake, action: ActivityAction): RpcSession[] {
    return [...this.#bySession.keys()]
      .filter((one) => one.application.id === applicationId && this.secretOf(one, action) !== null)
      .reverse();
  }

  /** The newest first. */
  list(): ProgramActivity[] {
    const shown = this.#shown();
    return [...this.#bySession].reverse().map(([session, activity]) => ({
      session,
      activity,
      isShown: session === shown,
      isBlocked: !this.#mayShow(session),
      isUndecided: this.rules.isUndecided(session.application.id, session.isRegistered),
    }));
  }

  #mayShow({ application, isRegistered }: RpcSession): boolean {
    return this.rules.isShown(application.id, isRegistered);
  }

  #shown(): RpcSession | null {
    return [...this.#bySession.keys()].findLast((session) => this.#mayShow(session)) ?? null;
  }

  #changed(session: RpcSession | null): void {
    const shown = this.#shown();
    const activity = shown === null ? null : this.of(shown);
    this.client.showActivity(activity === null ? null : toPublicActivity(activity));
    this.#events.emit('changed', { session });
  }
}

/** What others see of an activity: no secrets, and of buttons the labels. */
export function toPublicActivity({ secrets: _, metadata: __, ...shown }: TakenActivity): Activity {
  return shown;
}

/** The shortest text, in characters. */
const SHORTEST = 2;
/** Smaller times are seconds since the Unix epoch, others milliseconds. */
const SECONDS_BELOW = 1e11;

/**
 * Reads what a program asks to show: what counts as absent is left out, and times become milliseconds.
 *
 * @param application whose name is shown unless the activity has one
 * @throws {RpcError} 4000 if a text is too short
 */
export function readActivity(given: GivenActivity, application: Application): TakenActivity {
  const { assets, buttons, party, secrets, timestamps } = given;
  const text = (value: string | null | undefined, name: string) => {
    if (value && [...value].length < SHORTEST) {
      throw rpcErrors.invalidPayload(`args.activity.${name}: must have at least ${SHORTEST} characters`);
    }
    return value || undefined;
  };
  const size = party?.size;
  return onlyPresent({
    name: given.name || application.name,
    type: given.type ?? ACTIVITY_TYPES.PLAYING,
    application_id: application.id,
    details: text(given.details, 'details'),
    details_url: given.details_url || undefined,
    state: text(given.state, 'state'),
    state_url: given.state_url || undefined,
    timestamps: group({
      start: toMilliseconds(timestamps?.start),
      end: toMilliseconds(timestamps?.end),
    }),
    assets: group({
      large_image: assets?.large_image || undefined,
      large_text: text(assets?.large_text, 'assets.large_text'),
      large_url: assets?.large_url || undefined,
      small_image: assets?.small_image || undefined,
      small_text: text(assets?.small_text, 'assets.small_text'),
      small_url: assets?.small_url || undefined,
      invite_cover_image: assets?.invite_cover_image || undefined,
    }),
    party: group({ id: text(party?.id, 'party.id'), size: size ? [...size] : undefined }),
    secrets: group({
      join: text(secrets?.join, 'secrets.join'),
      spectate: text(secrets?.spectate, 'secrets.spectate'),
      match: text(secrets?.match, 'secrets.match'),
    }),
    buttons: buttons?.length ? buttons.map(({ label }) => label) : undefined,
    metadata: buttons?.length ? { button_urls: buttons.map(({ url }) => url) } : undefined,
    instance: given.instance === true,
    flags: flagsOf(given),
    status_display_type: given.status_display_type ?? undefined,
    supported_platforms: given.supported_platforms?.length ? [...given.supported_platforms] : undefined,
  });
}

function toMilliseconds(time: number | null | undefined): number | undefined {
  if (!time) return undefined;
  return time < SECONDS_BELOW ? time * 1000 : time;
}

function flagsOf({ instance, party, secrets }: GivenActivity): number {
  const publicParty = ACTIVITY_FLAGS.PARTY_PRIVACY_FRIENDS | ACTIVITY_FLAGS.PARTY_PRIVACY_VOICE_CHANNEL;
  return (
    (instance === true ? ACTIVITY_FLAGS.INSTANCE : 0) |
    (secrets?.join ? ACTIVITY_FLAGS.JOIN : 0) |
    (secrets?.spectate ? ACTIVITY_FLAGS.SPECTATE : 0) |
    (party?.privacy === 1 ? publicParty : 0)
  );
}

/** An object without the properties that are undefined. */
type OnlyPresent<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

function onlyPresent<T extends object>(fields: T): OnlyPresent<T> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as OnlyPresent<T>;
}

/** The same of an object that is left out if it is empty. */
function group<T extends object>(fields: T): OnlyPresent<T> | undefined {
  const present = onlyPresent(fields);
  return Object.keys(present).length === 0 ? undefined : present;
}
