import * as library from '@discordjs/voice';
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { VERSION } from '../guild-client.js';
import { cached } from '../normalize.js';
import { DiscordjsVoiceBot } from './discordjs-voice-bot.js';
import type { LoginVoiceBot } from './voice-bot.js';

/** `@discordjs/voice` 0.18 with `discord.js` 14. */
export const loginDiscordJs14: LoginVoiceBot = async ({ apiUrl, token }) => {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
    rest: { version: VERSION, api: apiUrl },
    ws: { version: Number(VERSION) },
  });
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  await ready;
  const adapterOf = (guild: string) => cached(client.guilds.cache, guild).voiceAdapterCreator;
  return new DiscordjsVoiceBot(adapterOf, { library, package: '@discordjs/voice' });
};
