import type { ChatState } from '../../client/chat/state.js';
import type { Attachment } from '../../protocol/objects/attachment.js';
import { MESSAGE_TYPES, type Message, MessageSchema } from '../../protocol/objects/message.js';
import { validator } from '../../protocol/schema.js';
import { nameOf } from '../voice/own-voice-channel.js';
import type { ShownMessage } from './guild-schemas.js';

/** What the author of a system message in a guild did, by its type (docs/rest.md, System messages). */
const ACTIONS: Readonly<Record<number, string>> = {
  [MESSAGE_TYPES.CHANNEL_PINNED_MESSAGE]: 'pinned a message',
  [MESSAGE_TYPES.GUILD_MEMBER_JOIN]: 'joined the guild',
};
/** Types that only a remote service has. */
const OTHER_ACTION = 'system message of an unknown type';

/** The largest image that is shown, in bytes and pixels of a side. */
export const SHOWN_IMAGE = { bytes: 8 * 1024 * 1024, side: 4_096 } as const;

const messageValidator = validator(MessageSchema);

/**
 * A message as it is shown; null if the event has only a part of it, as remote services send for some updates.
 *
 * @param message of an event or a reply
 */
export function showMessage(
  state: Pick<ChatState, 'channel' | 'guild'>,
  message: Message,
): ShownMessage | null {
  if (!messageValidator.is(message)) return null;
  const { attachments, author, content, edited_timestamp, embeds, id, pinned, timestamp, type } = message;
  const guildId = message.guild_id ?? state.channel(message.channel_id)?.guild_id;
  const member = guildId === undefined ? undefined : state.guild(guildId)?.members.get(author.id);
  return {
    id,
    author: {
      id: author.id,
      name: member === undefined ? author.username : nameOf(member),
      is_bot: author.bot === true,
    },
    content,
    timestamp,
    is_edited: edited_timestamp !== null,
    is_pinned: pinned,
    action: type === MESSAGE_TYPES.DEFAULT ? null : (ACTIONS[type] ?? OTHER_ACTION),
    attachments: attachments.map(({ filename }) => filename),
    files: attachments.map(showFile),
    embeds: embeds.length,
  };
}

function showFile({ id, filename, size, url, width, height }: Attachment): ShownMessage['files'][number] {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const sides = [width ?? 0, height ?? 0] as const;
  const isShown = size <= SHOWN_IMAGE.bytes && sides.every((side) => side > 0 && side <= SHOWN_IMAGE.side);
  return {
    id,
    name: filename,
    bytes: size,
    url: isWeb ? url : null,
    image: isShown ? { width: sides[0], height: sides[1] } : null,
  };
}
