import Type, { type TProperties } from 'typebox';
import type { GuildChange } from '../../guilds/changes.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { Message } from '../../guilds/message.js';
import {
  GuildBanSchema,
  GuildChannelSchema,
  GuildEmojiSchema,
  GuildImageSchema,
  GuildIntegrationSchema,
  GuildInviteSchema,
  GuildMemberSchema,
  GuildRoleSchema,
  GuildSettingsSchema,
  GuildSubscriberSchema,
  GuildVoiceStateSchema,
} from '../../guilds/state.js';
import { parseJson } from '../../platform/text/parse-json.js';
import { PartialEmojiSchema } from '../../protocol/objects/emoji.js';
import { Nullable, SnowflakeSchema, type Validator, validator } from '../../protocol/schema.js';
import { EVENT_VALIDATORS } from './event-schemas.js';
import { MessageStateSchema, ReactionStateSchema } from './message-schemas.js';

/** The format of entries. It is raised when nodes with the former one would read an entry wrongly. */
export const ENTRY_FORMAT = 1;

/** What an entry of a guild contains: changes, and the events that follow from them (docs/adr/0046-events-across-nodes.md). */
export interface DecodedEntry {
  readonly changes: readonly EntryChange[];
  readonly events: readonly GuildEvent[];
}

const textValidator = validator(
  Type.Object({
    format: Type.Literal(ENTRY_FORMAT),
    /** each message once; changes and events have its index */
    messages: Type.Array(Type.Unknown()),
    changes: Type.Array(Type.Object({ kind: Type.String(), message: Type.Optional(Type.Integer()) })),
    events: Type.Array(Type.Object({ type: Type.String(), message: Type.Optional(Type.Integer()) })),
  }),
);

/** The text of an entry. Entries of the audit log and the data of images are left out: nodes read them from the store. */
export function encodeEntry(changes: readonly GuildChange[], events: readonly GuildEvent[]): string {
  const messages: Message[] = [];
  const indexOf = (message: Message) => {
    const index = messages.indexOf(message);
    return index >= 0 ? index : messages.push(message) - 1;
  };
  const encode = (part: GuildChange | GuildEvent) =>
    'message' in part ? Object.assign({}, part, { message: indexOf(part.message) }) : withoutData(part);
  return JSON.stringify({
    format: ENTRY_FORMAT,
    changes: changes.filter(({ kind }) => kind !== 'audit-entry').map(encode),
    events: events.map(encode),
    messages,
  });
}

/** Reads the text of an entry; null if it is damaged, or of another format. */
export function decodeEntry(text: string): DecodedEntry | null {
  const value = parseJson(text);
  if (!textValidator.is(value)) return null;
  const { messages } = value;
  const changes = value.changes.map((one) =>
    checked<EntryChange>(one.kind, withMessage(one, messages), CHANGE_VALIDATORS),
  );
  const events = value.events.map((one) =>
    checked<GuildEvent>(one.type, withMessage(one, messages), EVENT_VALIDATORS),
  );
  return changes.every((one) => one !== null) && events.every((one) => one !== null)
    ? { changes, events }
    : null;
}

function withoutData(part: GuildChange | GuildEvent): unknown {
  if (!('kind' in part)) return part;
  if (part.kind === 'image') return { ...part, image: { ...part.image, data: '' } };
  return part.kind === 'emoji-image' ? { ...part, data: '' } : part;
}

function withMessage(part: { readonly message?: number }, messages: readonly unknown[]): unknown {
  return part.message === undefined ? part : { ...part, message: messages[part.message] };
}

/** The value as the type of the validator with this name; null if it is none. */
function checked<Value>(
  name: string,
  value: unknown,
  validators: Readonly<Record<string, Validator<Value>>>,
): Value | null {
  const found = Object.hasOwn(validators, name) ? validators[name] : undefined;
  return found?.is(value) ? value : null;
}

const Id = SnowflakeSchema;
const Use = Type.Union([Type.Literal('icons'), Type.Literal('splashes')]);

/** The changes in entries. Those of the audit log exist only in the store. */
export type EntryChange = Exclude<GuildChange, { readonly kind: 'audit-entry' }>;

type ChangeOf<Kind extends EntryChange['kind']> = Extract<EntryChange, { readonly kind: Kind }>;

function change<const Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) {
  return validator(Type.Object({ kind: Type.Literal(kind), ...fields }));
}

/** Checks each kind of change. */
const CHANGE_VALIDATORS: { readonly [Kind in EntryChange['kind']]: Validator<ChangeOf<Kind>> } = {
  settings: change('settings', { settings: GuildSettingsSchema }),
  'guild-removed': change('guild-removed', {}),
  image: change('image', { use: Use, image: GuildImageSchema }),
  'image-removed': change('image-removed', { use: Use, hash: Type.String() }),
  invite: change('invite', { invite: GuildInviteSchema }),
  'temporary-member': change('temporary-member', { userId: Id }),
  'invite-removed': change('invite-removed', { code: Type.String() }),
  integration: change('integration', { integration: GuildIntegrationSchema }),
  'integration-removed': change('integration-removed', { id: Id }),
  subscriber: change('subscriber', { integrationId: Id, subscriber: GuildSubscriberSchema }),
  'subscriber-removed': change('subscriber-removed', { integrationId: Id, userId: Id }),
  role: change('role', { role: GuildRoleSchema }),
  'role-removed': change('role-removed', { id: Id }),
  channel: change('channel', { channel: GuildChannelSchema }),
  'channel-removed': change('channel-removed', { id: Id }),
  member: change('member', { member: GuildMemberSchema }),
  'member-removed': change('member-removed', { userId: Id }),
  ban: change('ban', { ban: GuildBanSchema }),
  'ban-removed': change('ban-removed', { userId: Id }),
  'voice-state': change('voice-state', { voiceState: GuildVoiceStateSchema }),
  'voice-state-removed': change('voice-state-removed', { userId: Id }),
  'last-message': change('last-message', { channelId: Id, messageId: Nullable(Id) }),
  emoji: change('emoji', { emoji: GuildEmojiSchema }),
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
