import Type from 'typebox';
import type { GuildView } from '../../client/chat/state.js';
import type { ChatClient } from '../../client/client.js';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { DEFAULT_MESSAGE_NOTIFICATIONS } from '../../protocol/objects/guild.js';
import { MESSAGE_TYPES, type Message } from '../../protocol/objects/message.js';
import { RpcMessageSchema } from '../../protocol/rpc/message.js';
import { event } from '../subscriptions/event.js';
import { toChannelName } from '../views/channel.js';
import { toIconUrl } from '../views/guild.js';
import { toRpcMessage } from '../views/message.js';
import { toAvatarUrl } from '../views/user.js';

export const notificationCreate = event({
  name: 'NOTIFICATION_CREATE',
  summary: 'A message mentions the person or came in a channel that they are not looking at.',
  details: 'The latter applies to private channels and to channels of guilds that notify of all messages.',
  access: { scopes: ['rpc', 'rpc.notifications.read'] },
  errors: [],
  args: Type.Object({}),
  data: Type.Object({
    channel_id: Type.String(),
    message: RpcMessageSchema,
    icon_url: Type.String(),
    title: Type.String(),
    body: Type.String(),
  }),
  sources: ['messageCreate'],
  subscription: () => ({}),
  dispatch(context, { message }) {
    const { client } = context;
    const channel = client.state.channel(message.channel_id);
    // Messages of channels that the person may not view, or that are not known, notify of nothing.
    if (channel === undefined) return null;
    const guild = channel.guild_id === undefined ? undefined : client.state.guild(channel.guild_id);
    if (!notifies(client, guild, message)) return null;
    const author = guild?.members.get(message.author.id)?.nick ?? message.author.username;
    const where = guild === undefined ? placeOfPrivate(channel) : ` (#${channel.name ?? ''}, ${guild.name})`;
    return {
      channel_id: message.channel_id,
      message: toRpcMessage(context, message),
      icon_url: (guild && toIconUrl(context, guild)) ?? toAvatarUrl(context, message.author),
      title: `${author}${where}`,
      body: toBody(message),
    };
  },
});

/** The content; of a message without one its files, or what its first embed says. */
function toBody({ attachments, content, embeds }: Message): string {
  const [embed] = embeds;
  const names = attachments.map(({ filename }) => filename).join(', ');
  return content || names || embed?.title || embed?.description || '';
}

/** A group is named; a DM is with the author. */
function placeOfPrivate(channel: Channel): string {
  return channel.type === CHANNEL_TYPES.GROUP_DM ? ` (${toChannelName(channel)})` : '';
}

/** Messages that clients word by their type: the body of a notification would be empty. */
function isSystemMessage({ type }: Message): boolean {
  return type !== MESSAGE_TYPES.DEFAULT;
}

function notifies(client: ChatClient, guild: GuildView | undefined, message: Message): boolean {
  const me = client.user?.id;
  if (me === undefined || message.author.id === me) return false;
  if (isSystemMessage(message)) return false;
  const ownRoles = new Set(guild?.members.get(me)?.roles);
  const mentioned =
    message.mention_everyone ||
    message.mentions.some(({ id }) => id === me) ||
    message.mention_roles.some((role) => ownRoles.has(role));
  if (mentioned) return true;
  const notifiesOfAll =
    guild === undefined || guild.default_message_notifications === DEFAULT_MESSAGE_NOTIFICATIONS.ALL_MESSAGES;
  return notifiesOfAll && client.selectedTextChannel !== message.channel_id;
}
