import type { Bodies } from '../../body-inputs.js';
import { createChannel, modifyChannel, moveChannels, putOverwrite } from './channels.js';
import {
  createEmoji,
  createGuild,
  createIntegration,
  createInvite,
  modifyEmoji,
  modifyGuild,
  modifyGuildEmbed,
  modifyIntegration,
} from './guilds.js';
import { addMember, beginPrune, createBan, modifyMember, setOwnNick } from './members.js';
import { bulkDeleteMessages, createMessage, editMessage } from './messages.js';
import { createRole, modifyRole, moveRoles } from './roles.js';
import { addRecipient, createGuest, modifyUser, openPrivateChannel, sendActivityRequest } from './users.js';

/** The bodies of version 6 (docs/rest.md, Operations). A later version has a similar table with those that differ. */
export const BODIES: Bodies = {
  createGuild,
  modifyGuild,
  modifyGuildEmbed,
  createChannel,
  moveChannels,
  modifyChannel,
  putOverwrite,
  createRole,
  modifyRole,
  moveRoles,
  addMember,
  modifyMember,
  setOwnNick,
  createBan,
  beginPrune,
  createEmoji,
  modifyEmoji,
  createIntegration,
  modifyIntegration,
  createInvite,
  createMessage,
  editMessage,
  bulkDeleteMessages,
  openPrivateChannel,
  addRecipient,
  createGuest,
  modifyUser,
  sendActivityRequest,
};
