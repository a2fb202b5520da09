import { tableByName } from '../../protocol/declaration/declaration-table.js';
import { type RpcErrorName, rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcSession } from '../sessions/session.js';
import type { RpcEvent } from '../subscriptions/event.js';
import { activityInvite, activityJoin, activityJoinRequest, activitySpectate } from './activity.js';
import { captureShortcutChange } from './capture-shortcut-change.js';
import { channelCreate } from './channel.js';
import { currentUserUpdate } from './current-user-update.js';
import { guildCreate, guildStatus } from './guild.js';
import { messageCreate, messageDelete, messageUpdate } from './message.js';
import { notificationCreate } from './notification-create.js';
import { speakingStart, speakingStop } from './speaking.js';
import { voiceChannelSelect } from './voice-channel-select.js';
import { voiceConnectionStatus } from './voice-connection-status.js';
import { voiceSettingsUpdate } from './voice-settings-update.js';
import { voiceStateCreate, voiceStateDelete, voiceStateUpdate } from './voice-state.js';

/** Every event that can be subscribed to, by its name on the wire. */
export const RPC_EVENTS = tableByName([
  guildStatus,
  guildCreate,
  channelCreate,
  voiceChannelSelect,
  voiceStateCreate,
  voiceStateUpdate,
  voiceStateDelete,
  voiceSettingsUpdate,
  voiceConnectionStatus,
  speakingStart,
  speakingStop,
  messageCreate,
  messageUpdate,
  messageDelete,
  notificationCreate,
  captureShortcutChange,
  currentUserUpdate,
  activityJoin,
  activitySpectate,
  activityJoinRequest,
  activityInvite,
]);

/** What SUBSCRIBE may answer with: there is no such event, or it has an error of its own. */
export const SUBSCRIBE_ERRORS: readonly RpcErrorName[] = [
  ...new Set(['INVALID_EVENT' as const, ...[...RPC_EVENTS.values()].flatMap(({ errors }) => errors)]),
];

/** @throws {RpcError} 4004 if there is no such event for the connection to subscribe to, 4000 if none was named */
export function getEvent(evt: string | null, { capabilities }: RpcSession): RpcEvent {
  if (evt === null) throw rpcErrors.invalidPayload('Payload requires an evt');
  const event = RPC_EVENTS.get(evt);
  if (event === undefined || (event.access === 'local' && !capabilities.isLocal))
    throw rpcErrors.invalidEvent(evt.slice(0, 64));
  return event;
}
