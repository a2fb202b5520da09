import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcEvent } from '../event.js';
import { captureShortcutChange } from './capture-shortcut-change.js';
import { channelCreate } from './channel-create.js';
import { guildCreate } from './guild-create.js';
import { guildStatus } from './guild-status.js';
import { messageCreate } from './message-create.js';
import { messageDelete } from './message-delete.js';
import { messageUpdate } from './message-update.js';
import { notificationCreate } from './notification-create.js';
import { speakingStart } from './speaking-start.js';
import { speakingStop } from './speaking-stop.js';
import { voiceChannelSelect } from './voice-channel-select.js';
import { voiceConnectionStatus } from './voice-connection-status.js';
import { voiceSettingsUpdate } from './voice-settings-update.js';
import { voiceStateCreate } from './voice-state-create.js';
import { voiceStateDelete } from './voice-state-delete.js';
import { voiceStateUpdate } from './voice-state-update.js';

/** Every event that can be subscribed to, by its name on the wire. */
export const RPC_EVENTS: ReadonlyMap<string, RpcEvent> = new Map(
  [
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
  ].map((event) => [event.evt, event]),
);

/** @throws {RpcError} 4004 if there is no such event to subscribe to, 4000 if none was named */
export function eventNamed(evt: string | null): RpcEvent {
  if (evt === null) throw rpcErrors.invalidPayload('Payload requires an evt');
  const event = RPC_EVENTS.get(evt);
  if (event === undefined) throw rpcErrors.invalidEvent(evt.slice(0, 64));
  return event;
}
