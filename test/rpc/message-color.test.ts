import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GuildCreate } from '#guildhall/protocol/objects/guild.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';

function role(id: string, position: number, color: number): GuildCreate['roles'][number] {
  return {
    id,
    name: id,
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist: false,
    position,
    permissions: 0,
    managed: false,
    mentionable: false,
  };
}

test(
  "the color of a message's author comes only from roles they have",
  withMockRpc(async (mock) => {
    mock.client.addGuild(
      guild('200', {
        channels: [textChannel('11')],
        roles: [role('5', 1, 0x00ff00), role('6', 2, 0x0000ff)],
        members: guild('200').members.map((member) => ({ ...member, roles: ['5'] })),
      }),
    );
    const client = await mock.authenticated(['rpc', 'messages.read']);
    await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE');
    mock.client.dispatch('MESSAGE_CREATE', message('900', '11', { guild_id: '200' }));
    const { data } = await client.next((frame) => frame.evt === 'MESSAGE_CREATE');
    assert.equal(Reflect.get(Object(data?.message), 'author_color'), '#00ff00');
  }),
);

test(
  "of two roles with one position the older gives the color of a message's author, in whatever order they arrived",
  withMockRpc(async (mock) => {
    const client = await mock.authenticated(['rpc', 'messages.read']);
    const [older, younger] = [role('5', 1, 0xff0000), role('6', 1, 0x0000ff)];
    for (const [id, roles] of [
      ['200', [older, younger]],
      ['300', [younger, older]],
    ] as const) {
      const channel = `${id}1`;
      const members = guild(id).members.map((member) => ({ ...member, roles: ['6', '5'] }));
      mock.client.addGuild(guild(id, { channels: [textChannel(channel)], roles: [...roles], members }));
      await client.request('SUBSCRIBE', { channel_id: channel }, 'MESSAGE_CREATE');
      mock.client.dispatch('MESSAGE_CREATE', message(`${id}2`, channel, { guild_id: id }));
      const { data } = await client.next((frame) => frame.evt === 'MESSAGE_CREATE');
      assert.equal(Reflect.get(Object(data?.message), 'author_color'), '#ff0000', id);
    }
  }),
);
