import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildPlace } from '../access.js';
import { memberActions } from '../audit-log/actions.js';
import { combineEffects, type Decision, type Effects } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { changedRoles, findMember, requireFieldPermissions } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { normalizeNick } from '../names.js';
import { requireChannelPermission, requireVisible } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { type ContextAt, guildRule } from '../rule.js';
import type { Actor, GuildMember, GuildState } from '../state.js';
import { leaveVoice, moveVoice, voiceStateEvent } from '../voice.js';

/** The changes of a member; undefined leaves a field unchanged. */
export interface ModifiedMember {
  readonly userId: Snowflake;
  /** null removes it */
  readonly nick?: string | null | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
  /** the member's new voice channel; null: none */
  readonly channelId?: Snowflake | null | undefined;
}

/** Changes a member, with a permission for each field (docs/rest.md, Modify guild member). @throws {Refusal} */
export const modifyMember = guildRule({
  permission: null,
  decide(context, { userId, ...input }: ModifiedMember): Decision<null> {
    const { guild, actor, member: acting } = context;
    const before = findMember(guild, userId);
    requireFieldPermissions(guild, actor, input);
    if (input.nick !== undefined) requireRenamable(guild, acting, before);
    const member: GuildMember = {
      ...before,
      nick: input.nick === undefined ? before.nick : normalizeNick(input.nick),
      roles:
        input.roles === undefined ? before.roles : changedRoles(guild, acting, before.roles, input.roles),
      mute: input.mute ?? before.mute,
      deaf: input.deaf ?? before.deaf,
    };
    if (input.channelId === undefined) return { result: null, ...memberUpdate(guild, before, member) };
    const moved = move(context, member, input.channelId);
    // One VOICE_STATE_UPDATE contains both the channel and the flags.
    const updated = { ...memberUpdate(guild, member, member), audit: memberActions(guild, before, member) };
    return { result: null, ...combineEffects(updated, moved) };
  },
});

/** Members may rename themselves and lower members. */
function requireRenamable(guild: GuildState, acting: GuildMember, member: GuildMember): void {
  if (member.userId === acting.userId || isAboveMember(guild, acting, member)) return;
  throw new Refusal('MISSING_PERMISSIONS');
}

function move(
  { guild, actor, now }: ContextAt<GuildPlace>,
  member: GuildMember,
  channelId: Snowflake | null,
): Effects {
  if (channelId !== null) requireConnectable(guild, actor, channelId);
  const voice = guild.voiceStates.get(member.userId);
  if (voice === undefined) throw new Refusal('NOT_IN_VOICE');
  if (channelId === null) return leaveVoice(guild, member.userId);
  const moved = { ...moveVoice(guild, voice, channelId), activeAt: now };
  return {
    changes: [{ kind: 'voice-state', voiceState: moved }],
    events: [voiceStateEvent(guild, moved, member)],
  };
}

/** Moving a member requires CONNECT to the channel (docs/rest.md, Modify guild member). */
function requireConnectable(guild: GuildState, actor: Actor, channelId: Snowflake): void {
  const channel = guild.channels.get(channelId);
  if (channel === undefined) throw new Refusal('UNKNOWN_CHANNEL');
  // Before the type, which is not revealed of a hidden channel.
  requireVisible(guild, actor, channel);
  if (channel.type !== CHANNEL_TYPES.GUILD_VOICE) {
    throw refuseField(['channelId'], 'BASE_TYPE_CHOICES', 'This is no voice channel.');
  }
  requireChannelPermission(guild, actor, channel, 'CONNECT');
}
