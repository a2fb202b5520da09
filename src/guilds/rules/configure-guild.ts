import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { GuildChange } from '../changes.js';
import { type Decision, snapshotOf } from '../events.js';
import type { GuildInvite, GuildState, MfaLevel, RuleContext } from '../state.js';

/** Settings of a guild that only the administrator of the service may change; undefined leaves a field unchanged. */
export interface GuildConfiguration {
  readonly features?: readonly string[] | undefined;
  readonly mfaLevel?: MfaLevel | undefined;
  /** null removes it */
  readonly vanityUrlCode?: string | null | undefined;
}

/** Changes the features of a guild (docs/rest.md, Objects), its mfaLevel and its vanity url. */
export function configureGuild(
  guild: GuildState,
  input: GuildConfiguration,
  context: RuleContext,
): Decision<null> {
  const settings = {
    ...guild.settings,
    features: input.features ?? guild.settings.features,
    mfaLevel: input.mfaLevel ?? guild.settings.mfaLevel,
  };
  return {
    result: null,
    changes: [{ kind: 'settings', settings }, ...vanityChanges(guild, input.vanityUrlCode, context)],
    events: [{ type: 'guildUpdated', guild: snapshotOf(guild, settings) }],
  };
}

/** The guild's vanity url, if it has one. */
export function vanityOf(guild: GuildState): GuildInvite | undefined {
  return [...guild.invites.values()].find(({ vanity }) => vanity);
}

function vanityChanges(
  guild: GuildState,
  code: string | null | undefined,
  { now }: RuleContext,
): GuildChange[] {
  if (code === undefined) return [];
  const before = vanityOf(guild);
  const removal: GuildChange[] = before === undefined ? [] : [{ kind: 'invite-removed', code: before.code }];
  const channels = [...guild.channels.values()];
  const channel = channels.find(({ type }) => type === CHANNEL_TYPES.GUILD_TEXT) ?? channels[0];
  if (code === null || channel === undefined) return removal;
  const invite: GuildInvite = {
    code,
    channelId: channel.id,
    inviterId: null,
    uses: 0,
    maxUses: 0,
    maxAge: 0,
    temporary: false,
    vanity: true,
    createdAt: now,
  };
  return [...removal, { kind: 'invite', invite }];
}
