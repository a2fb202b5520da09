import { applyChanges, type GuildChange } from '#guildhall/guilds/changes.js';
import type { GuildSettings } from '#guildhall/guilds/state.js';
import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import type { StoredGuild } from '#guildhall/store/stored-guild.js';
import type { MemoryData } from './memory-data.js';
import { changeImages, changeMessages, removeMessages } from './message-changes.js';

type State = StoredGuild['state'];

/** A new guild with nothing in it. */
export function emptyGuild(id: Snowflake, settings: GuildSettings): State {
  return {
    id,
    version: 0,
    settings,
    roles: new Map(),
    channels: new Map(),
    members: new Map(),
    bans: new Map(),
    voiceStates: new Map(),
    invites: new Map(),
    integrations: new Map(),
    subscribers: new Map(),
    temporaryMembers: new Set(),
    emojis: new Map(),
  };
}

/** Makes changes of a guild, of what is in it, and of what belongs to it elsewhere. */
export function changeGuild(data: MemoryData, state: State, changes: readonly GuildChange[]): void {
  applyChanges({ ...state, revision: 0, users: new Map() }, changes);
  for (const change of changes) {
    if (change.kind === 'settings') state.settings = change.settings;
    else changeElsewhere(data, state, change);
  }
}

/** Removes a guild with all that is in it. Its images are changes of their own. */
export function removeGuild(data: MemoryData, { id, channels, emojis }: State): void {
  data.guilds.delete(id);
  removeMessages(data, ({ channelId }) => channels.has(channelId));
  for (const emoji of emojis.keys()) data.emojiImages.delete(emoji);
  for (const [entryId, { guildId }] of data.auditLog) if (guildId === id) data.auditLog.delete(entryId);
}

function changeElsewhere(data: MemoryData, state: State, change: GuildChange): void {
  switch (change.kind) {
    case 'image':
    case 'image-removed':
      changeImages(data, state.id, change);
      return;
    case 'emoji-image':
      data.emojiImages.set(change.id, change.data);
      return;
    case 'emoji-removed':
      data.emojiImages.delete(change.id);
      return;
    case 'audit-entry':
      data.auditLog.set(change.entry.id, { guildId: state.id, entry: change.entry });
      return;
    case 'channel-removed':
      removeMessages(data, ({ channelId }) => channelId === change.id);
      for (const { code, channelId } of state.invites.values()) {
        if (channelId === change.id) state.invites.delete(code);
      }
      return;
    case 'message':
    case 'message-edited':
    case 'message-removed':
    case 'messages-removed':
    case 'reaction':
    case 'reaction-removed':
    case 'reactions-removed':
      changeMessages(data, change);
      return;
    default:
      // Everything else is in the guild itself.
      return;
  }
}
