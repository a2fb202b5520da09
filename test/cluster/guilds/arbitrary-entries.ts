import type { EntryChange } from '#guildhall/cluster/guilds/entry-codec.js';
import type { EventOf, GuildEvent, GuildEventType } from '#guildhall/guilds/events.js';
import { fc } from '../../helpers/fast-check.js';
import {
  channel,
  count,
  emoji,
  flag,
  id,
  ids,
  integration,
  invite,
  member,
  message,
  orNull,
  partialEmoji,
  role,
  settings,
  text,
  time,
  user,
  voiceState,
} from './arbitrary-state.js';

type Fields<Union, Discriminant extends keyof Union> = {
  readonly [Field in Exclude<keyof Union, Discriminant>]: fc.Arbitrary<Union[Field]>;
};
type ChangeOf<Kind extends EntryChange['kind']> = Extract<EntryChange, { readonly kind: Kind }>;

const reaction = fc.record({ messageId: id, userId: id, emoji: partialEmoji, reactedAt: time });
const use = fc.constantFrom('icons' as const, 'splashes' as const);

/** Of every kind; the type makes a new kind an error here. */
const CHANGES: { readonly [Kind in EntryChange['kind']]: Fields<ChangeOf<Kind>, 'kind'> } = {
  settings: { settings },
  'guild-removed': {},
  image: { use, image: fc.record({ hash: text, data: fc.constant('') }) },
  'image-removed': { use, hash: text },
  invite: { invite },
  'temporary-member': { userId: id },
  'invite-removed': { code: text },
  integration: { integration },
  'integration-removed': { id },
  subscriber: { integrationId: id, subscriber: fc.record({ userId: id, expiresAt: orNull(time) }) },
  'subscriber-removed': { integrationId: id, userId: id },
  role: { role },
  'role-removed': { id },
  channel: { channel },
  'channel-removed': { id },
  member: { member },
  'member-removed': { userId: id },
  ban: { ban: fc.record({ userId: id, reason: orNull(text) }) },
  'ban-removed': { userId: id },
  'voice-state': { voiceState },
  'voice-state-removed': { userId: id },
  'last-message': { channelId: id, messageId: orNull(id) },
  emoji: { emoji },
  'emoji-image': { id, data: fc.constant('') },
  'emoji-removed': { id },
  message: { message },
  'message-edited': { message },
  'message-removed': { id, channelId: id, authorId: id },
  'messages-removed': { ids },
  reaction: { reaction },
  'reaction-removed': { messageId: id, userId: id, emoji: partialEmoji },
  'reactions-removed': { messageId: id },
};

const ofReaction = { channelId: id, messageId: id, userId: id, emoji: partialEmoji };
const status = fc.constantFrom('idle', 'dnd', 'online', 'offline');
const game = fc.record({ name: text, type: count, url: orNull(text) }, { requiredKeys: ['name'] });
const voice = fc.record({
  userId: id,
  channelId: orNull(id),
  sessionId: text,
  mute: flag,
  deaf: flag,
  selfMute: flag,
  selfDeaf: flag,
  isSuppressed: flag,
  hasDelegatedAccess: flag,
});
const snapshot = fc.record({
  id,
  settings,
  roles: fc.array(role, { maxLength: 2 }),
  emojis: fc.array(emoji),
});

/** Of every type; `roleCreated` has its optional field and, below, also lacks it. */
const EVENTS: { readonly [Name in GuildEventType]: Fields<Required<EventOf<Name>>, 'type'> } = {
  guildJoined: { userId: id },
  guildUpdated: { guild: snapshot },
  guildDeleted: {},
  guildLeft: { userId: id },
  channelCreated: { channel },
  channelUpdated: { channel },
  channelDeleted: { channel },
  channelPinsUpdated: { channelId: id, lastPinAt: orNull(time) },
  memberJoined: { member, user },
  memberUpdated: { member, user },
  memberLeft: { user },
  banAdded: { user },
  banRemoved: { user },
  roleCreated: { role, except: id },
  roleUpdated: { role },
  roleDeleted: { roleId: id },
  emojisUpdated: { emojis: fc.array(emoji, { maxLength: 2 }) },
  integrationsUpdated: {},
  voiceStateUpdated: { voice, from: orNull(id) },
  messageCreated: { channelId: id, message },
  messageUpdated: { channelId: id, message },
  messageDeleted: { channelId: id, messageId: id },
  messagesDeleted: { channelId: id, messageIds: ids },
  reactionAdded: ofReaction,
  reactionRemoved: ofReaction,
  reactionsCleared: { channelId: id, messageId: id },
  typingStarted: { channelId: id, userId: id, at: time },
  presenceUpdated: { presence: fc.record({ userId: id, roles: ids, status, game: orNull(game) }) },
};

/** Every kind of change once, in a random order, each with random values. */
export const everyChange = fc
  .tuple(
    ...Object.entries(CHANGES).map(([kind, fields]) => fc.record({ kind: fc.constant(kind), ...fields })),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
  .map((all) => structuredClone(all) as unknown as readonly EntryChange[]);

/** Every type of event once, and an event without its optional field. */
export const everyEvent = fc
  .tuple(
    fc.record({ type: fc.constant('roleCreated'), role }),
    ...Object.entries(EVENTS).map(([type, fields]) => fc.record({ type: fc.constant(type), ...fields })),
  )
  .map((all) => structuredClone(all) as unknown as readonly GuildEvent[]);
