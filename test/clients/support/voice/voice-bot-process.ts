import assert from 'node:assert/strict';
import { serveCalls } from '../serve-calls.js';
import type { LoginVoiceBot, VoiceBot, VoiceLogin } from './voice-bot.js';

/** By the argument of this process. */
const LOGINS = {
  'discord.js 12': async () => (await import('./discord-js-12-voice-bot.js')).loginDiscordJs12,
  'discord.js 13': async () => (await import('./login-discord-js-13.js')).loginDiscordJs13,
  'discord.js 14': async () => (await import('./login-discord-js-14.js')).loginDiscordJs14,
  eris: async () => (await import('./eris-voice-bot.js')).loginEris,
  'oceanic.js': async () => (await import('./login-oceanic.js')).loginOceanic,
} as const satisfies Readonly<Record<string, () => Promise<LoginVoiceBot>>>;

export type VoiceLibrary = keyof typeof LOGINS;

let bot: VoiceBot | null = null;

serveCalls(async (operation, args) => {
  if (operation === 'login') {
    const login = await LOGINS[process.argv[2] as VoiceLibrary]?.();
    assert.ok(login, 'the argument of this process names a library');
    // The other process passes what the interface says.
    bot = await login(args[0] as VoiceLogin);
    return;
  }
  const method: unknown = Object(bot)[operation];
  assert.ok(typeof method === 'function', operation);
  return method.apply(bot, args);
});
