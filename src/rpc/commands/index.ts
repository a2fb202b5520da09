import { tableByName } from '../../protocol/declaration/declaration-table.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { captureShortcut } from './capture-shortcut.js';
import { closeActivityJoinRequest } from './close-activity-join-request.js';
import { closeActivityRequest } from './close-activity-request.js';
import { getChannel } from './get-channel.js';
import { getChannels } from './get-channels.js';
import { getGuild } from './get-guild.js';
import { getGuilds } from './get-guilds.js';
import { getSelectedVoiceChannel } from './get-selected-voice-channel.js';
import { getUser } from './get-user.js';
import { getVoiceSettings } from './get-voice-settings.js';
import { selectTextChannel } from './select-text-channel.js';
import { selectVoiceChannel } from './select-voice-channel.js';
import { sendActivityJoinInvite } from './send-activity-join-invite.js';
import { setActivity } from './set-activity.js';
import { setCertifiedDevices } from './set-certified-devices.js';
import { setUserVoiceSettings } from './set-user-voice-settings.js';
import { setVoiceSettings } from './set-voice-settings.js';
import { subscribe } from './subscribe.js';
import { unsubscribe } from './unsubscribe.js';

/** Every command by its name on the wire. */
export const COMMANDS = tableByName([
  authorize,
  authenticate,
  getGuilds,
  getGuild,
  getChannel,
  getChannels,
  setUserVoiceSettings,
  selectVoiceChannel,
  getSelectedVoiceChannel,
  selectTextChannel,
  getVoiceSettings,
  setVoiceSettings,
  subscribe,
  unsubscribe,
  captureShortcut,
  setCertifiedDevices,
  setActivity,
  getUser,
  sendActivityJoinInvite,
  closeActivityJoinRequest,
  closeActivityRequest,
]);
