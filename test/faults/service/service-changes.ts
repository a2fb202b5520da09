import type { World } from '../../api/support/world.js';
import type { ServiceRequest } from './service-request.js';

/** Each change has a key that is used once, e.g. `c-12-z`: the letter says what it changed. */
const KEY = /\b[mcrng]-\d+-z/g;

/** The keys in a text, each once. */
export function findKeys(text: string): string[] {
  return [...new Set(text.match(KEY))];
}

/** What clients change, by the letter of the key. */
export const CHANGES: Readonly<Record<string, (world: World, key: string) => ServiceRequest>> = {
  m: ({ bot, text }, content) => ({
    method: 'POST',
    path: `/channels/${text}/messages`,
    as: bot,
    json: { content },
  }),
  c: ({ bot, readOnly }, name) => ({
    method: 'PATCH',
    path: `/channels/${readOnly}`,
    as: bot,
    json: { name },
  }),
  r: ({ bot, guild, role }, name) => ({
    method: 'PATCH',
    path: `/guilds/${guild}/roles/${role}`,
    as: bot,
    json: { name },
  }),
  n: ({ bot, guild }, nick) => ({
    method: 'PATCH',
    path: `/guilds/${guild}/members/@me/nick`,
    as: bot,
    json: { nick },
  }),
  g: ({ bot, guild }, name) => ({ method: 'PATCH', path: `/guilds/${guild}`, as: bot, json: { name } }),
};

/** The newest key of each kind; messages are in no state of a guild. */
export function newestKeys(keys: readonly string[]): string[] {
  const letters = Object.keys(CHANGES).filter((letter) => letter !== 'm');
  return letters.flatMap((letter) => keys.findLast((key) => key.startsWith(letter)) ?? []);
}
