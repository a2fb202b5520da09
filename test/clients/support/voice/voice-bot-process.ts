import assert from 'node:assert/strict';
import { serveCalls } from '../serve-calls.js';
import type { LoginVoiceBot, VoiceBot, VoiceLogin } from './voice-bot.js';

/** By the argument of this process. */
const LOGINS = {
  'discord.js 14': async () => (await import('./login-discord-js-14.js')).loginDiscordJs14,
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
