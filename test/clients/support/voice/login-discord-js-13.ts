import { Client, Intents } from 'discord.js-13';
import * as library from 'discordjs-voice-11';
import { VERSION } from '../guild-client.js';
import { cached } from '../normalize.js';
import { type AdapterOf, type DiscordjsVoice, DiscordjsVoiceBot } from './discordjs-voice-bot.js';
import type { LoginVoiceBot } from './voice-bot.js';

/** `@discordjs/voice` 0.11 with `discord.js` 13. */
export const loginDiscordJs13: LoginVoiceBot = async ({ apiUrl, token }) => {
  const version = Number(VERSION);
  // Its types leave out the version of the gateway.
  const ws: object = { version };
  const intents = [Intents.FLAGS.GUILDS, Intents.FLAGS.GUILD_VOICE_STATES];
  const client = new Client({ intents, http: { version, api: apiUrl }, ws });
  const ready = new Promise((resolve) => client.once('ready', resolve));
  await client.login(token);
  await ready;
  // What both versions have in common has types of the same names that are declared twice.
  const adapterOf = ((guild) => cached(client.guilds.cache, guild).voiceAdapterCreator) as AdapterOf;
  return new DiscordjsVoiceBot(adapterOf, {
    library: library as unknown as DiscordjsVoice,
    package: 'discordjs-voice-11',
  });
};
