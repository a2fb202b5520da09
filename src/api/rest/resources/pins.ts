import Type from 'typebox';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { channelPermissions } from '../../../guilds/permissions.js';
import { pinMessage, unpinMessage } from '../../../guilds/rules/messages.js';
import { MessageSchema } from '../../../protocol/objects/message.js';
import { PERMISSIONS } from '../../../protocol/permissions.js';
import { CHANGES_MESSAGE, READS_MESSAGES, readPins, withMessage } from '../channel-messages.js';
import { channelChange, channelOperation } from '../channel-operation.js';
import { addPrivatePin, removePrivatePin } from './private-messages.js';

/** The pinned messages of a channel (docs/rest.md, Pinned messages and bulk deletion). */
export const pinOperations = [
  channelOperation({
    name: 'Get pinned messages',
    summary: 'Returns the pinned messages of a channel.',
    method: 'GET',
    path: '/channels/{channel.id}/pins',
    access: { scopes: ['messages.read'] },
    status: 200,
    reply: Type.Array(MessageSchema),
    needs: READS_MESSAGES,
    handle(call) {
      const { guild, member, channel } = call;
      if (!(channelPermissions(guild, member, channel) & PERMISSIONS.READ_MESSAGE_HISTORY)) return [];
      return readPins(call, GUILD_LIMITS.PINS);
    },
    handlePrivate: (call) => readPins(call, GUILD_LIMITS.PINS),
  }),
  channelChange({
    name: 'Add pinned channel message',
    summary: 'Pins a message in its channel.',
    errors: ['CANNOT_MESSAGE_USER', 'SYSTEM_MESSAGE', 'TOO_MANY_PINS'],
    method: 'PUT',
    path: '/channels/{channel.id}/pins/{message.id}',
    rule: pinMessage,
    status: 204,
    fires: ['MESSAGE_UPDATE', 'CHANNEL_PINS_UPDATE', 'MESSAGE_CREATE', 'CHANNEL_CREATE'],
    needs: [...CHANGES_MESSAGE, 'privateChannelStore'],
    handle: (call) =>
      withMessage(call, async (message) => {
        const pins = await call.services.messageStore.pinned(call.channel.id, GUILD_LIMITS.PINS);
        return call.change({ message, pins: pins.length });
      }),
    handlePrivate: addPrivatePin,
  }),
  channelChange({
    name: 'Delete pinned channel message',
    summary: 'Unpins a message.',
    method: 'DELETE',
    path: '/channels/{channel.id}/pins/{message.id}',
    rule: unpinMessage,
    status: 204,
    fires: ['MESSAGE_UPDATE', 'CHANNEL_PINS_UPDATE'],
    needs: CHANGES_MESSAGE,
    handle: (call) => withMessage(call, (message) => call.change(message)),
    handlePrivate: removePrivatePin,
  }),
];
