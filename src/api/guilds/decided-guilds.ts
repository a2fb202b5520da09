import type { GuildChange } from '../../guilds/changes.js';
import type { GuildAsDecided, GuildMember, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** A change that waits for its commit, and the guild that decides who receives its events. */
export interface DecidedGuild {
  /** as it is, or as it was when who may view its channels changed next */
  readonly guild: GuildAsDecided;
  /** Its events are published, or it was refused. */
  end(): void;
}

/**
 * Keeps guilds as they were when changes were decided that wait for their commit: a later change in memory may show what
 * was hidden then, and an event must not reach those who could not see what it is about.
 */
export class DecidedGuilds {
  readonly #histories = new WeakMap<GuildState, GuildHistory>();

  /** Must be called before changes are applied. */
  changing(guild: GuildState, changes: readonly GuildChange[]): void {
    this.#histories.get(guild)?.changing(changes);
  }

  /** Changes of a guild were decided and applied. */
  decided(guild: GuildState): DecidedGuild {
    let history = this.#histories.get(guild);
    if (history === undefined) {
      history = new GuildHistory(guild);
      this.#histories.set(guild, history);
    }
    return history.decided();
  }
}

/** The time between two changes of who may view the channels of a guild. */
interface Period {
  readonly number: number;
  guild: GuildAsDecided;
  /** how many changes that were decided in it wait for their commit */
  waiting: number;
  /** whom the change at its end replaced or removed */
  readonly replaced: Snowflake[];
}

/** A member until the end of a period; undefined: none. */
interface FormerMember {
  readonly period: number;
  readonly member: GuildMember | undefined;
}

/** What of a guild is copied whole. */
type CopiedPart = 'roles' | 'channels' | 'voiceStates';

/** What one guild was in each period in which a change was decided that still waits. */
class GuildHistory {
  #now: Period;
  /** by user, the earliest first: members are too many to be copied */
  readonly #members = new Map<Snowflake, FormerMember[]>();
  /** as they are, shared by the periods until they change */
  #copies: { [Part in CopiedPart]?: GuildState[Part] | undefined } = {};

  constructor(private readonly guild: GuildState) {
    this.#now = { number: 0, guild, waiting: 0, replaced: [] };
  }

  decided(): DecidedGuild {
    const period = this.#now;
    period.waiting += 1;
    return {
      get guild() {
        return period.guild;
      },
      end: () => this.#end(period),
    };
  }

  changing(changes: readonly GuildChange[]): void {
    if (this.#now.waiting > 0 && changeViews(this.guild, changes)) this.#endPeriod(changes);
    for (const { kind } of changes) {
      const changed = CHANGED_BY[kind];
      if (changed !== undefined) this.#copies[changed] = undefined;
    }
  }

  #endPeriod(changes: readonly GuildChange[]): void {
    const { guild } = this;
    const period = this.#now;
    for (const change of changes) {
      if (change.kind === 'member') this.#keepMember(change.member.userId);
      if (change.kind === 'member-removed') this.#keepMember(change.userId);
    }
    const {
      roles = new Map(guild.roles),
      channels = new Map(guild.channels),
      voiceStates = new Map(guild.voiceStates),
    } = this.#copies;
    this.#copies = { roles, channels, voiceStates };
    const members = { get: (id: Snowflake) => this.#memberIn(period.number, id) };
    period.guild = { ...guild, roles, channels, voiceStates, members };
    this.#now = { number: period.number + 1, guild, waiting: 0, replaced: [] };
  }

  #keepMember(id: Snowflake): void {
    const former = this.#members.get(id) ?? [];
    former.push({ period: this.#now.number, member: this.guild.members.get(id) });
    this.#members.set(id, former);
    this.#now.replaced.push(id);
  }

  #memberIn(period: number, id: Snowflake): GuildMember | undefined {
    const former = this.#members.get(id)?.find((one) => one.period >= period);
    return former === undefined ? this.guild.members.get(id) : former.member;
  }

  #end(period: Period): void {
    period.waiting -= 1;
    // Changes are committed in the order in which they were decided: nothing waits any more.
    if (this.#now.waiting === 0) this.#copies = {};
    if (period.waiting > 0) return;
    for (const id of period.replaced) {
      const later = this.#members.get(id)?.filter((one) => one.period > period.number) ?? [];
      if (later.length > 0) this.#members.set(id, later);
      else this.#members.delete(id);
    }
  }
}

const CHANGED_BY: { readonly [Kind in GuildChange['kind']]?: CopiedPart } = {
  role: 'roles',
  'role-removed': 'roles',
  channel: 'channels',
  'channel-removed': 'channels',
  message: 'channels',
  'last-message': 'channels',
  'voice-state': 'voiceStates',
  'voice-state-removed': 'voiceStates',
};

/** Whether changes may affect which channels those who are members already may view. */
function changeViews(guild: GuildState, changes: readonly GuildChange[]): boolean {
  return changes.some((change) => {
    switch (change.kind) {
      case 'settings':
        return change.settings.ownerId !== guild.settings.ownerId;
      case 'role': {
        const role = guild.roles.get(change.role.id);
        return role !== undefined && role.permissions !== change.role.permissions;
      }
      case 'channel': {
        const channel = guild.channels.get(change.channel.id);
        return channel !== undefined && channel.permissionOverwrites !== change.channel.permissionOverwrites;
      }
      case 'member': {
        const member = guild.members.get(change.member.userId);
        return member !== undefined && member.roles !== change.member.roles;
      }
      case 'channel-removed':
      case 'member-removed':
        return true;
      default:
        return false;
    }
  });
}
