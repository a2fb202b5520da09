import { createRequire } from 'node:module';
import type * as voice18 from '@discordjs/voice';
import { Client } from 'oceanic.js';
import { VERSION } from '../guild-client.js';
import { cached } from '../normalize.js';
import { type AdapterOf, type DiscordjsVoice, DiscordjsVoiceBot } from './discordjs-voice-bot.js';
import type { LoginVoiceBot } from './voice-bot.js';

/** `oceanic.js` 1.15, whose voice is that of `@discordjs/voice` where it is installed: 0.18 with Node.js 20. */
export const loginOceanic: LoginVoiceBot = async ({ apiUrl, token }) => {
  const address = apiUrl.replace(/^http/, 'ws').replace(/\/api$/, '');
  const gateway = `${address}/?v=${VERSION}&encoding=etf`;
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${apiUrl}/v${VERSION}` },
    gateway: {
      intents: ['GUILDS', 'GUILD_VOICE_STATES'],
      autoReconnect: false,
      override: { url: async () => gateway },
    },
  });
  const ready = new Promise((resolve) => client.once('ready', () => resolve(undefined)));
  await client.connect();
  await ready;
  const adapterOf = ((guild) => cached(client.guilds, guild).voiceAdapterCreator) as AdapterOf;
  // The copy that the library requires itself, because its results are of classes of that copy. Types declare both.
  const voice = createRequire(import.meta.url)('@discordjs/voice') as DiscordjsVoice;
  const joinVoiceChannel: DiscordjsVoice['joinVoiceChannel'] = ({ guildId, channelId, adapterCreator }) =>
    client.joinVoiceChannel({
      guildID: guildId,
      channelID: channelId,
      selfDeaf: false,
      selfMute: false,
      voiceAdapterCreator: adapterCreator,
    }) as unknown as voice18.VoiceConnection;
  return new DiscordjsVoiceBot(adapterOf, {
    library: { ...voice, joinVoiceChannel },
    package: '@discordjs/voice',
  });
};
