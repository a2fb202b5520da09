import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';

interface Made {
  bot: { token: string };
}
interface ShownGuild {
  id: string;
  features: string[];
  mfa_level: number;
}

test(
  'whoever runs the service gives a guild features, a vanity url and two-factor, and takes them away',
  withDaemon(async (daemon) => {
    const { bot } = await daemon.cli<Made>('apps', 'create', '--name', 'Game', '--bot');
    const request = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
      const headers = {
        authorization: `Bot ${bot.token}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const reply = await fetch(`${daemon.runtime.api.url}${path}`, init);
      return (await reply.json()) as Reply;
    };
    const channels = [{ name: 'talk' }];
    const { id } = await request<ShownGuild>('POST', '/guilds', { name: 'World', channels });
    const configure = (...options: string[]) => daemon.cli('guilds', 'configure', id, ...options);
    await configure('--features', 'VANITY_URL', 'VIP_REGIONS', '--vanity', 'our-world', '--two-factor');
    const given = await request<ShownGuild>('GET', `/guilds/${id}`);
    assert.deepEqual([given.features, given.mfa_level], [['VANITY_URL', 'VIP_REGIONS'], 1]);
    const invite = await request<{ guild: ShownGuild }>('GET', '/invites/our-world');
    assert.equal(invite.guild.id, id);
    await configure('--no-features', '--no-vanity', '--no-two-factor');
    const taken = await request<ShownGuild>('GET', `/guilds/${id}`);
    assert.deepEqual([taken.features, taken.mfa_level], [[], 0]);
    const gone = await request<{ code: number }>('GET', '/invites/our-world');
    assert.equal(gone.code, 10006);
  }),
);
