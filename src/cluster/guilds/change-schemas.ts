import Type, { type TProperties } from 'typebox';
import type { GuildChange } from '../../guilds/changes.js';
import { PartialEmojiSchema } from '../../protocol/objects/emoji.js';
import { Nullable, SnowflakeSchema, type Validator, validator } from '../../protocol/schema.js';
import {
  BanSchema,
  ChannelStateSchema,
  EmojiStateSchema,
  ImageSchema,
  IntegrationStateSchema,
  InviteStateSchema,
  MemberSchema,
  MessageStateSchema,
  ReactionStateSchema,
  RoleSchema,
  SettingsSchema,
  SubscriberSchema,
  VoiceStateSchema,
} from './state-schemas.js';

const Id = SnowflakeSchema;
const Use = Type.Union([Type.Literal('icons'), Type.Literal('splashes')]);

/** The changes in entries. Those of the audit log exist only in the store. */
export type EntryChange = Exclude<GuildChange, { readonly kind: 'audit-entry' }>;

type ChangeOf<Kind extends EntryChange['kind']> = Extract<EntryChange, { readonly kind: Kind }>;

function change<const Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) {
  return validator(Type.Object({ kind: Type.Literal(kind), ...fields }));
}

/** Checks each kind of change. */
export const CHANGE_VALIDATORS: { readonly [Kind in EntryChange['kind']]: Validator<ChangeOf<Kind>> } = {
  settings: change('settings', { settings: SettingsSchema }),
  'guild-removed': change('guild-removed', {}),
  image: change('image', { use: Use, image: ImageSchema }),
  'image-removed': change('image-removed', { use: Use, hash: Type.String() }),
  invite: change('invite', { invite: InviteStateSchema }),
  'temporary-member': change('temporary-member', { userId: Id }),
  'invite-removed': change('invite-removed', { code: Type.String() }),
  integration: change('integration', { integration: IntegrationStateSchema }),
  'integration-removed': change('integration-removed', { id: Id }),
  subscriber: change('subscriber', { integrationId: Id, subscriber: SubscriberSchema }),
  'subscriber-removed': change('subscriber-removed', { integrationId: Id, userId: Id }),
  role: change('role', { role: RoleSchema }),
  'role-removed': change('role-removed', { id: Id }),
  channel: change('channel', { channel: ChannelStateSchema }),
  'channel-removed': change('channel-removed', { id: Id }),
  member: change('member', { member: MemberSchema }),
  'member-removed': change('member-removed', { userId: Id }),
  ban: change('ban', { ban: BanSchema }),
  'ban-removed': change('ban-removed', { userId: Id }),
  'voice-state': change('voice-state', { voiceState: VoiceStateSchema }),
  'voice-state-removed': change('voice-state-removed', { userId: Id }),
  'last-message': change('last-message', { channelId: Id, messageId: Nullable(Id) }),
  emoji: change('emoji', { emoji: EmojiStateSchema }),
  'emoji-image': change('emoji-image', { id: Id, data: Type.String() }),
  'emoji-removed': change('emoji-removed', { id: Id }),
  message: change('message', { message: MessageStateSchema }),
  'message-edited': change('message-edited', { message: MessageStateSchema }),
  'message-removed': change('message-removed', { id: Id, channelId: Id, authorId: Id }),
  'messages-removed': change('messages-removed', { ids: Type.Array(Id) }),
  reaction: change('reaction', { reaction: ReactionStateSchema }),
  'reaction-removed': change('reaction-removed', { messageId: Id, userId: Id, emoji: PartialEmojiSchema }),
  'reactions-removed': change('reactions-removed', { messageId: Id }),
};
