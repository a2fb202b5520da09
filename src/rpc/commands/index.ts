import type { Command } from '../command.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { captureShortcut } from './capture-shortcut.js';
import { getChannel } from './get-channel.js';
import { getChannels } from './get-channels.js';
import { getGuild } from './get-guild.js';
import { getGuilds } from './get-guilds.js';
import { getVoiceSettings } from './get-voice-settings.js';
import { selectTextChannel } from './select-text-channel.js';
import { setCertifiedDevices } from './set-certified-devices.js';
import { subscribe } from './subscribe.js';
import { unsubscribe } from './unsubscribe.js';

/** Every command of interface.md, RPC commands, by its name on the wire. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [
    authorize,
    authenticate,
    getGuilds,
    getGuild,
    getChannel,
    getChannels,
    selectTextChannel,
    getVoiceSettings,
    subscribe,
    unsubscribe,
    captureShortcut,
    setCertifiedDevices,
  ].map((command) => [command.cmd, command]),
);
