import type { GuildPlace } from '../../guilds/access.js';
import { type AuditedBy, auditEntries } from '../../guilds/audit-log/entries.js';
import { applyChanges, type GuildChange } from '../../guilds/changes.js';
import type { Decision } from '../../guilds/events.js';
import { contextAt, decideRule, type Rule } from '../../guilds/rule.js';
import type { Actor, GuildMember, GuildState, RuleContext } from '../../guilds/state.js';
import {
  addSuppressEvents,
  endHiddenVoice,
  endVoiceStates,
  mayChangeSuppress,
  suppressedMembers,
} from '../../guilds/voice.js';
import { ConflictError, StoreError } from '../../store/errors.js';
import type { GuildCondition } from '../../store/guilds.js';
import { retryOnConflict } from '../../store/retry-on-conflict.js';
import type { Store } from '../../store/store.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { GuildOwner, OwnedChange } from '../core/guild-owner.js';
import { DecidedGuilds } from './decided-guilds.js';
import type { GuildRegistry } from './guild-registry.js';
import type { MemberOrder } from './member-order.js';

/** How often a guild is loaded for one decision: it may be dropped again before it is used. */
const MAX_LOADS = 5;

/** A change requested by an actor. */
export interface ChangeRequest<
  Place extends GuildPlace,
  Input,
  Result,
  Member extends GuildMember | null,
  Reply,
> {
  readonly rule: Rule<Place, Input, Result, Member>;
  readonly actor: Actor;
  readonly input: Input;
  /** the audit log reason; null: none */
  readonly reason: string | null;
  /**
   * Finds the guild, and the object to change; at once if the guild is in memory. It is called again after a promise, because
   * others may change what was found before the decision. @throws {RestError}
   */
  load(): Place | Promise<Place>;
  /** requirements for the rest of the store; the caller has already checked them for a clear refusal */
  readonly conditions?: readonly GuildCondition[] | undefined;
  /** Creates the reply from the decision and the guild as it was before. */
  reply(decision: Decision<Result>, place: Place): Reply;
}

/** How the reply of a request is stored with its change, so that it can be repeated (docs/adr/0045-forwarded-requests.md). */
export interface Receipt {
  readonly key: string;
  toText(reply: unknown): string;
}

/** The author of a change, and its requirements. */
export interface ChangeTerms {
  /** for the audit log; null or absent: not audited */
  readonly by?: AuditedBy | null | undefined;
  /** requirements for the rest of the store; absent: none */
  readonly conditions?: readonly GuildCondition[] | undefined;
  /** the key of the request and its reply; absent: it cannot be repeated */
  readonly request?: OwnedChange['request'] | undefined;
}

export interface GuildChangesOptions {
  readonly guilds: GuildRegistry;
  readonly store: Pick<Store, 'assertRoom'>;
  readonly events: Pick<EventPublisher, 'guildEvents'>;
  readonly memberOrder: MemberOrder;
  readonly owner: GuildOwner;
  /** the time and new ids for one change */
  readonly context: () => RuleContext;
}

/**
 * Changes guilds. Every change goes through here, from the request to the event (docs/architecture.md, How a change
 * becomes durable).
 */
export class GuildChanges {
  constructor(
    private readonly options: GuildChangesOptions,
    private readonly receipt: Receipt | null = null,
    private readonly decidedGuilds = new DecidedGuilds(),
  ) {}

  /** For one request: its reply is stored with the change that it makes by a rule. */
  withReceipt(receipt: Receipt): GuildChanges {
    return new GuildChanges(this.options, receipt, this.decidedGuilds);
  }

  /**
   * Changes a guild by a rule. If the store has another version of the guild, the rule decides again for that one.
   *
   * @returns the reply, after the commit
   * @throws {ConflictError} if a condition is not fulfilled; {CommitFailedError | StoreBusyError} if nothing was
   * stored; {Refusal | RestError}
   */
  run<Place extends GuildPlace, Input, Result, Member extends GuildMember | null, Reply>(
    request: ChangeRequest<Place, Input, Result, Member, Reply>,
  ): Promise<Reply> {
    return retryOnConflict(() => this.#run(request), 'version');
  }

  async #run<Place extends GuildPlace, Input, Result, Member extends GuildMember | null, Reply>({
    rule,
    actor,
    input,
    reason,
    load,
    conditions,
    reply,
  }: ChangeRequest<Place, Input, Result, Member, Reply>): Promise<Reply> {
    // 1. Load and authorize. Nothing is awaited from the last call of `load` to the commit, so the decision matches the state.
    let place = load();
    for (let waits = 1; place instanceof Promise; waits += 1) {
      await place;
      if (waits === MAX_LOADS) throw new ConflictError('version');
      place = load();
    }
    const { guild } = place;
    const context = this.options.context();
    let decision: Decision<Result>;
    let replied: Reply;
    try {
      const member = rule.authorize(place, actor);
      this.#assertWritable(guild);

      // 2. Decide.
      decision = rule.decide(contextAt(place, actor, member, context), input);
      replied = reply(decision, place);
    } catch (error) {
      return this.#refuse(guild, error);
    }

    await this.#carryOut(guild, decision, context, {
      by: { userId: actor.userId, reason },
      conditions,
      request: this.receipt && { key: this.receipt.key, reply: this.receipt.toText(replied) },
    });
    return replied;
  }

  /**
   * Changes a guild that the caller has just found, without an actor.
   *
   * @param decide is called again for the current guild if the store has another version of it
   * @throws {ConflictError} gone: the guild was deleted meanwhile; if a condition is not fulfilled;
   * {CommitFailedError | StoreBusyError} if nothing was stored
   */
  change<Result>(
    guild: GuildState,
    decide: (guild: GuildState, context: RuleContext) => Decision<Result>,
    terms: ChangeTerms = {},
  ): Promise<Result> {
    return retryOnConflict(async (isRetry) => {
      const current = isRetry ? await this.options.guilds.get(guild.id) : guild;
      if (current === null) throw new ConflictError('gone');
      this.#assertWritable(current);
      const context = this.options.context();
      let decision: Decision<Result>;
      try {
        decision = decide(current, context);
      } catch (error) {
        return this.#refuse(current, error);
      }
      await this.#carryOut(current, decision, context, terms);
      return decision.result;
    }, 'version');
  }

  /** Authorizes an actor and runs the decision of a rule without applying it. @throws {Refusal} */
  preview<Place extends GuildPlace, Input, Result, Member extends GuildMember | null>(
    rule: Rule<Place, Input, Result, Member>,
    place: Place & { readonly actor: Actor },
    input: Input,
  ): Decision<Result> {
    return decideRule(rule, place, this.options.context(), input);
  }

  /** Refuses a change when everything is stored that the refusal was decided on; otherwise it is decided again. */
  async #refuse(guild: GuildState, refusal: unknown): Promise<never> {
    if (!(refusal instanceof StoreError)) await this.options.guilds.confirm(guild);
    throw refusal;
  }

  #assertWritable(guild: GuildState): void {
    this.options.store.assertRoom(guild.id);
    this.options.guilds.assertCurrent(guild);
  }

  #carryOut(
    guild: GuildState,
    decided: Decision<unknown>,
    context: RuleContext,
    { by = null, conditions = [], request = null }: ChangeTerms,
  ): Promise<void> {
    const { events: publisher, guilds, memberOrder, owner } = this.options;
    // 3. Complete the decision: members who leave, and channels that are deleted, end voice states.
    const decision = endVoiceStates(guild, decided);

    // 4. Create the audit log entries.
    const changes: GuildChange[] = [...decision.changes];
    if (by !== null) {
      for (const entry of auditEntries(decision, by, context)) changes.push({ kind: 'audit-entry', entry });
    }
    // The reply shows the guild nevertheless.
    if (changes.length === 0 && decision.events.length === 0) return guilds.confirm(guild);

    // 5. Apply it in memory. Changed permissions may change who may speak.
    const expectedVersion = guild.version;
    const suppressed = mayChangeSuppress(guild, changes) ? suppressedMembers(guild) : null;
    this.decidedGuilds.changing(guild, changes);
    applyChanges(guild, changes);
    memberOrder.follow(guild, changes);
    // Changed permissions may also hide the channel of those who are in it.
    const left = endHiddenVoice(guild, changes, decision.events);
    if (left.changes.length > 0) {
      this.decidedGuilds.changing(guild, left.changes);
      applyChanges(guild, left.changes);
      changes.push(...left.changes);
    }
    guilds.applied(guild, changes);
    const events = suppressed === null ? left.events : addSuppressEvents(guild, suppressed, left.events);

    // 6. Commit, then publish to those who could view it when it was decided. A failed commit reverts everything.
    const decidedOn = this.decidedGuilds.decided(guild);
    const change = { guild, expectedVersion, changes, conditions, events, request };
    const saving = owner.save(change, {
      committed() {
        guilds.committed(guild, changes);
        try {
          publisher.guildEvents(decidedOn.guild, events);
        } finally {
          decidedOn.end();
        }
      },
      refused() {
        guilds.refused(guild);
        decidedOn.end();
      },
    });
    if (changes.length > 0) guilds.saving(guild, saving);
    return saving;
  }
}
