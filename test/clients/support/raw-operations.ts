import assert from 'node:assert/strict';
import type { GuildOperations } from './guild-client.js';

/** Sends a request of a library for a path below its API address, with its own authorization and pace. */
export type SendRequest = (
  method: 'get' | 'post' | 'patch' | 'put',
  path: `/${string}`,
  body?: object,
) => Promise<unknown>;

type RawOperations = Pick<
  GuildOperations,
  'attachIntegration' | 'setGracePeriod' | 'syncIntegration' | 'embed' | 'setEmbed' | 'pin' | 'pins'
>;

/**
 * Operations over routes that libraries of later years have no methods for: integrations with an expiry, the guild
 * embed, and pins below `/channels/{channel.id}/pins`.
 */
export function rawOperations(send: SendRequest): RawOperations {
  return {
    attachIntegration: (guild, type, id) => send('post', `/guilds/${guild}/integrations`, { type, id }),
    setGracePeriod: (guild, id, seconds) =>
      send('patch', `/guilds/${guild}/integrations/${id}`, { expire_grace_period: seconds }),
    syncIntegration: (guild, id) => send('post', `/guilds/${guild}/integrations/${id}/sync`),
    embed: (guild) => send('get', `/guilds/${guild}/embed`),
    setEmbed: (guild, embed) => send('patch', `/guilds/${guild}/embed`, embed),
    pin: (channel, message) => send('put', `/channels/${channel}/pins/${message}`),
    pins: async (channel) => idsOf(await send('get', `/channels/${channel}/pins`)),
  };
}

function idsOf(objects: unknown): string[] {
  assert.ok(Array.isArray(objects));
  return objects.map(({ id }: { id: string }) => id);
}
