import type { TSchema } from 'typebox';
import type { EditedMessage, NewMessage } from '../../guilds/compose-message.js';
import type { ModifiedGroup } from '../../guilds/private-channels/rules/groups.js';
import type { ChannelMove, ModifiedChannel, NewChannel } from '../../guilds/rules/channels.js';
import type { NewGuild } from '../../guilds/rules/create-guild.js';
import type { ModifiedEmoji, NewEmoji } from '../../guilds/rules/emojis.js';
import type { ModifiedEmbed, ModifiedGuild } from '../../guilds/rules/guilds.js';
import type { ModifiedIntegration, NewIntegration } from '../../guilds/rules/integrations.js';
import type { NewInvite } from '../../guilds/rules/invites.js';
import type { ModifiedMember, NewMember } from '../../guilds/rules/members.js';
import type { RoleFields, RolePosition } from '../../guilds/rules/roles.js';
import type { ActivityRequestBody } from '../../protocol/objects/activity-request.js';
import type { Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ModifiedUser } from '../accounts/account-change.js';
import type { Body } from './body.js';

/** What the body of each operation contains, in terms of the domain, without the parameters of the path. */
export interface BodyInputs {
  readonly createGuild: NewGuild;
  readonly modifyGuild: ModifiedGuild;
  readonly modifyGuildEmbed: ModifiedEmbed;
  readonly createChannel: NewChannel;
  readonly moveChannels: readonly ChannelMove[];
  readonly modifyChannel: ModifiedAnyChannel;
  readonly putOverwrite: Omit<Overwrite, 'id'>;
  readonly createRole: RoleFields;
  readonly modifyRole: RoleFields;
  readonly moveRoles: readonly RolePosition[];
  readonly addMember: Omit<NewMember, 'userId'> & { readonly accessToken: string };
  readonly modifyMember: Omit<ModifiedMember, 'userId'>;
  readonly setOwnNick: string | null | undefined;
  readonly createBan: RequestedBan;
  /** days */
  readonly beginPrune: number | null;
  readonly createEmoji: NewEmoji;
  readonly modifyEmoji: Omit<ModifiedEmoji, 'id'>;
  readonly createIntegration: NewIntegration;
  readonly modifyIntegration: Omit<ModifiedIntegration, 'id'>;
  readonly createInvite: Omit<NewInvite, 'code'>;
  readonly createMessage: NewMessage;
  readonly editMessage: EditedMessage;
  readonly bulkDeleteMessages: readonly Snowflake[];
  readonly openPrivateChannel: RequestedPrivateChannel;
  readonly addRecipient: { readonly accessToken: string | null; readonly nick: string | null };
  readonly createGuest: RequestedGuest;
  readonly modifyUser: ModifiedUser;
  readonly sendActivityRequest: ActivityRequestBody;
}

export type BodyName = keyof BodyInputs;

/**
 * How an operation refers to its body: by the name among the bodies of a version, or by a schema if it is the same in
 * every version.
 */
export type BodySource = BodyName | (TSchema & object);

/** All bodies of a version. */
export type Bodies = { readonly [Name in BodyName]: Body<BodyInputs[Name]> };

/** Reads a change of a channel according to the kind of the channel. @throws {RestError} INVALID_FORM_BODY */
export interface ModifiedAnyChannel {
  ofGuild(): ModifiedChannel;
  ofGroup(): Omit<ModifiedGroup, 'author'>;
}

/** A ban as requested by a body; null where it does not specify a value. */
export interface RequestedBan {
  /** for how long before the ban messages are deleted, in days and in seconds */
  readonly days: number | null;
  readonly seconds: number | null;
  readonly reason: string | null;
}

/** The users with whom a private channel is opened; null where the body does not specify them. */
export interface RequestedPrivateChannel {
  readonly recipientId: Snowflake | null;
  readonly recipientIds: readonly Snowflake[] | null;
  /** of the users whom an application adds to a group */
  readonly accessTokens: readonly string[] | null;
  /** by user */
  readonly nicks: Readonly<Record<Snowflake, string>>;
}

/** A guest account as requested by a body. */
export interface RequestedGuest {
  readonly username: string;
  /** the application that the guest is for; null if none is specified */
  readonly applicationId: Snowflake | null;
}
