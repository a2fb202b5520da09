import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { type TestService, withService } from '../support/test-service.js';
import { join, makeWorld } from '../support/world.js';

/** Changes the store behind the service's back, as another process would. */
async function changeElsewhere(service: TestService, sql: string): Promise<void> {
  await withDatabaseOfTest(service.databasePath, (database) => database.exec(sql));
}

const rename = (guild: string) =>
  `UPDATE guilds SET name = 'Elsewhere', version = version + 1 WHERE id = ${guild}`;

describe('A guild that was changed elsewhere', () => {
  test('is loaded again before it is changed, so that neither change is lost', async () => {
    await withService(async (service) => {
      const { bot, guild } = await makeWorld(service);
      await changeElsewhere(service, rename(guild));
      const { name, afk_timeout } = await service.ok('PATCH', `/guilds/${guild}`, {
        as: bot,
        json: { afk_timeout: 900 },
      });
      assert.deepEqual([name, afk_timeout], ['Elsewhere', 900]);
      await service.restart();
      const stored = await service.ok('GET', `/guilds/${guild}`, { as: bot });
      assert.deepEqual([stored.name, stored.afk_timeout], ['Elsewhere', 900]);
    });
  });

  test('takes changes that were decided at the same time, each once', async () => {
    await withService(async (service) => {
      const { bot, guild, text, member } = await makeWorld(service);
      const gateway = await service.identify(member.token);
      await gateway.heard('GUILD_CREATE');
      await changeElsewhere(service, rename(guild));
      const names = ['a', 'b', 'c', 'd'];
      await Promise.all([
        ...names.map((name) => service.ok('POST', `/guilds/${guild}/roles`, { as: bot, json: { name } })),
        service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'hello' } }),
      ]);
      assert.equal((await gateway.heard('MESSAGE_CREATE')).content, 'hello');
      const roles: { name: string }[] = await service.ok('GET', `/guilds/${guild}/roles`, { as: bot });
      const created = roles.map(({ name }) => name).filter((name) => names.includes(name));
      assert.deepEqual(new Set(created), new Set(names));
      assert.equal(gateway.dispatches.filter((name) => name === 'GUILD_ROLE_CREATE').length, names.length);
    });
  });

  test('decides about permissions by what is stored', async () => {
    await withService(async (service) => {
      const { guild, text, member, bot } = await makeWorld(service);
      const post = () =>
        service.request('POST', `/channels/${text}/messages`, { as: member.token, json: { content: 'hi' } });
      assert.equal((await post()).status, 200);
      await changeElsewhere(
        service,
        `UPDATE roles SET permissions = 0 WHERE id = ${guild}; ${rename(guild)}`,
      );
      assert.equal((await post()).status, 403);
      const messages = await service.ok('GET', `/channels/${text}/messages`, { as: bot });
      assert.equal(messages.length, 1);
    });
  });

  test('that was deleted there is unknown', async () => {
    await withService(async (service) => {
      const { bot, guild } = await makeWorld(service);
      await changeElsewhere(service, `DELETE FROM guilds WHERE id = ${guild}`);
      const patch = await service.request('PATCH', `/guilds/${guild}`, {
        as: bot,
        json: { name: 'New name' },
      });
      assert.deepEqual([patch.status, patch.body.code], [404, 10004]);
    });
  });

  test('moves members who are in voice there as well', async () => {
    await withService(async (service) => {
      const { bot, guild, voice, member } = await makeWorld(service);
      const inVoice = await service.identify(member.token);
      await inVoice.heard('GUILD_CREATE');
      inVoice.send(4, { guild_id: guild, channel_id: voice });
      assert.equal((await inVoice.heard('VOICE_STATE_UPDATE')).channel_id, voice);
      await changeElsewhere(service, rename(guild));
      await service.ok('PATCH', `/guilds/${guild}/members/${member.id}`, { as: bot, json: { mute: true } });
      const { channel_id, mute } = await inVoice.heard('VOICE_STATE_UPDATE');
      assert.deepEqual([channel_id, mute], [voice, true]);
    });
  });
});

test('a DM that was deleted elsewhere is unknown and can be opened again', async () => {
  await withService(async (service) => {
    const { game, guild, member, stranger } = await makeWorld(service);
    await join(service, game, stranger, guild);
    const open = async (): Promise<string> =>
      (
        await service.ok('POST', '/users/@me/channels', {
          as: member.token,
          json: { recipient_id: stranger.id },
        })
      ).id;
    const post = (channel: string) =>
      service.request('POST', `/channels/${channel}/messages`, { as: member.token, json: { content: 'hi' } });
    const first = await open();
    assert.equal((await post(first)).status, 200);
    await changeElsewhere(service, `DELETE FROM channels WHERE id = ${first}`);
    const reply = await post(first);
    assert.deepEqual([reply.status, reply.body.code], [404, 10003]);
    const second = await open();
    assert.notEqual(second, first);
    assert.equal((await post(second)).status, 200);
  });
});
