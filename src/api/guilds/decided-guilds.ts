import type { GuildChange } from '../../guilds/changes.js';
import type { GuildAsDecided, GuildMember, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** A guild between two changes of who may view its channels, and how many changes that were decided meanwhile wait for their commit. */
interface Period {
  guild: GuildAsDecided;
  waiting: number;
}

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
  readonly #periods = new WeakMap<GuildState, Period>();

  /** Must be called before changes are applied. */
  changing(guild: GuildState, changes: readonly GuildChange[]): void {
    const period = this.#periods.get(guild);
    if (period === undefined || period.waiting === 0 || !changeViews(guild, changes)) return;
    const next: Period = { guild, waiting: 0 };
    period.guild = copyBefore(guild, changes, next);
    this.#periods.set(guild, next);
  }

  /** Changes of a guild were decided and applied. */
  decided(guild: GuildState): DecidedGuild {
    let period = this.#periods.get(guild);
    if (period === undefined) {
      period = { guild, waiting: 0 };
      this.#periods.set(guild, period);
    }
    const own = period;
    own.waiting += 1;
    return {
      get guild() {
        return own.guild;
      },
      end() {
        own.waiting -= 1;
      },
    };
  }
}

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
      case 'member-removed':
        return true;
      default:
        return false;
    }
  });
}

/** A guild before changes. It keeps the members that they change alone, because there may be very many. */
function copyBefore(guild: GuildState, changes: readonly GuildChange[], next: Period): GuildAsDecided {
  const changed = new Map<Snowflake, GuildMember | undefined>();
  for (const change of changes) {
    const userId =
      change.kind === 'member' ? change.member.userId : change.kind === 'member-removed' && change.userId;
    if (userId !== false) changed.set(userId, guild.members.get(userId));
  }
  return {
    ...guild,
    roles: new Map(guild.roles),
    channels: new Map(guild.channels),
    voiceStates: new Map(guild.voiceStates),
    members: { get: (id) => (changed.has(id) ? changed.get(id) : next.guild.members.get(id)) },
  };
}
