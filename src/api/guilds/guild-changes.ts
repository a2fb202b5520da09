import { type AuditedBy, auditEntries } from '../../guilds/audit-log/entries.js';
import { applyChanges, type GuildChange } from '../../guilds/changes.js';
import type { Decision } from '../../guilds/events.js';
import type { GuildState, RuleContext } from '../../guilds/state.js';
import { leavingVoice, mayChangeSuppress, retellingSuppress, suppressedMembers } from '../../guilds/voice.js';
import { writesOf } from '../../store/sqlite/records/guild-writes.js';
import type { Writer } from '../../store/sqlite/writer.js';
import type { EventPublisher } from '../event-bus.js';
import type { GuildRegistry } from './guild-registry.js';
import type { MemberOrder } from './member-order.js';

/** A change of a guild that somebody asks for. */
export interface ChangeRequest<Place extends { readonly guild: GuildState }, Result> {
  /** Finds the guild, and what in it the change is of, and checks that the actor may. @throws {Refusal | RestError} */
  enter(): Place | Promise<Place>;
  /** Applies a rule, which is synchronous, to that moment. @throws {Refusal} */
  decide(place: Place, context: RuleContext): Decision<Result>;
  /** who makes the change, for the audit log; null: it is not logged */
  readonly by: AuditedBy | null;
}

export interface GuildChangesOptions {
  readonly guilds: GuildRegistry;
  readonly writer: Writer;
  readonly events: Pick<EventPublisher, 'guildEvents'>;
  readonly memberOrder: MemberOrder;
  /** the time and the ids of one change */
  readonly context: () => RuleContext;
}

/**
 * Changes guilds. This is the one way of every change, from the request to the event (docs/architecture.md, How a change
 * becomes durable).
 */
export class GuildChanges {
  constructor(private readonly options: GuildChangesOptions) {}

  /**
   * @returns the decision's result, once the change is on the disk
   * @throws {CommitFailedError | StoreBusyError} if nothing of it was stored, and what `enter` and `decide` throw
   */
  async run<Place extends { readonly guild: GuildState }, Result>(
    request: ChangeRequest<Place, Result>,
  ): Promise<Result> {
    // 1. Load and authorize. Nothing is awaited from here to the commit: what is decided on is what is changed.
    const entered = request.enter();
    const place = entered instanceof Promise ? await entered : entered;
    const { guild } = place;
    const { events: publisher, guilds, memberOrder, writer } = this.options;
    writer.assertRoom();
    guilds.assertCurrent(guild);

    // 2. Decide, and complete the decision: members who leave, and channels that are deleted, end voice states.
    const context = this.options.context();
    const decision = leavingVoice(guild, request.decide(place, context));

    // 3. Write down who did it and why.
    const audit = request.by === null ? [] : auditEntries(decision, request.by, context);
    const changes: GuildChange[] = [
      ...decision.changes,
      ...audit.map((entry) => ({ kind: 'audit-entry', entry }) as const),
    ];
    if (changes.length === 0 && decision.events.length === 0) return decision.result;

    // 4. Apply it in memory. Permissions may have changed with it, and with them who may speak.
    const suppressed = mayChangeSuppress(guild, changes) ? suppressedMembers(guild) : null;
    applyChanges(guild, changes);
    memberOrder.follow(guild, changes);
    guilds.applied(guild, changes);
    const events =
      suppressed === null ? decision.events : retellingSuppress(guild, suppressed, decision.events);

    // 5. Commit, then publish. A commit that fails takes everything back.
    await writer.commit(writesOf(guild, changes), {
      committed: () => {
        guilds.committed(guild, changes);
        publisher.guildEvents(guild, events);
      },
      refused: () => guilds.refused(guild),
    });
    return decision.result;
  }

  /**
   * Changes a guild that the caller has just found; the audit log has no entry of it.
   *
   * @throws {CommitFailedError | StoreBusyError} if nothing of it was stored
   */
  change<Result>(guild: GuildState, decide: (context: RuleContext) => Decision<Result>): Promise<Result> {
    return this.run({ enter: () => ({ guild }), decide: (_place, context) => decide(context), by: null });
  }
}
