import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PostgresSharedGuilds } from '#guildhall/store/postgres/shared-guilds.js';
import { SqlApplicationStore } from '#guildhall/store/sql/application-store.js';
import { SqlGuildStore } from '#guildhall/store/sql/guild-store.js';
import { put } from '#guildhall/store/sql/writes.js';
import { eventually } from '../../helpers/eventually.js';
import { countNodes } from '../../helpers/nodes/count-nodes.js';
import { delivered } from '../../helpers/nodes/deliveries.js';
import { userRow } from '../../store/sqlite/rows.js';
import { fill } from '../support/fill.js';
import { holdNext, tryToEnd } from '../support/hold-next.js';
import { png } from '../support/jpeg.js';
import { withService } from '../support/test-service.js';
import { makeWorld } from '../support/world.js';

/** Discriminators that a name has. */
const NUMBERS = 9999;

describe('The last free number of a name', () => {
  test('goes to one of several that ask for it at once', async () => {
    await withService(async (service) => {
      const people = [await service.person('Ada'), await service.person('Bob')];
      const taken = Array.from({ length: NUMBERS - 1 }, (_, index) =>
        put(
          'users',
          userRow(String(1000 + index), {
            username: 'Full',
            discriminator: String(index + 1).padStart(4, '0'),
          }),
        ),
      );
      await fill(service, taken);
      const renamed = people.map(({ token }) =>
        service.request('PATCH', '/users/@me', { as: token, json: { username: 'Full' } }),
      );
      const guest = service.request('POST', '/users/guests', { json: { username: 'Full' } });
      const bots = service.api.administration.createApplication({ name: 'Full', bot: true, approved: true });
      const created = await Promise.allSettled([service.person('Full'), bots]);
      const replies = await Promise.all([...renamed, guest]);
      for (const result of created) {
        if (result.status === 'rejected')
          assert.match(String(result.reason), /too many users have this name/);
      }
      for (const { status, body } of replies) {
        if (status >= 300) assert.deepEqual([status, body.code], [400, 50035]);
      }
      const successes =
        created.filter(({ status }) => status === 'fulfilled').length +
        replies.filter(({ status }) => status < 300).length;
      assert.equal(successes, 1);
    });
  });
});

describe('Changes of an account at once', () => {
  test('are shown in a guild that was being loaded', async () => {
    await withService(async (service) => {
      const { bot, guild, member } = await makeWorld(service);
      await service.restart();
      const shown = () => service.ok('GET', '/users/@me', { as: member.token });
      await shown();
      const held =
        countNodes() === 1
          ? holdNext(SqlGuildStore.prototype, 'load')
          : holdNext(PostgresSharedGuilds.prototype, 'load');
      const loading = service.ok('GET', `/guilds/${guild}`, { as: bot });
      await held.reached;
      const renaming = service.ok('PATCH', '/users/@me', { as: member.token, json: { username: 'Newer' } });
      await eventually(async () => (await shown()).username === 'Newer');
      held.release();
      await Promise.all([loading, renaming]);
      await delivered();
      const { user } = await service.ok('GET', `/guilds/${guild}/members/${member.id}`, { as: bot });
      assert.equal(user.username, 'Newer');
      assert.equal((await shown()).username, 'Newer');
    });
  });

  test('are all stored, also of many', async () => {
    await withService(async (service) => {
      const { token } = await service.person('Ada');
      const patch = (json: object) => service.ok('PATCH', '/users/@me', { as: token, json });
      const avatar = `data:image/png;base64,${png(8, 8).toString('base64')}`;
      const names = Array.from({ length: 12 }, (_, index) => `Ada ${index}`);
      await Promise.all([patch({ avatar }), ...names.map((username) => patch({ username }))]);
      const shown = await service.ok('GET', '/users/@me', { as: token });
      assert.ok(names.includes(shown.username));
      assert.notEqual(shown.avatar, null);
      await service.restart();
      assert.deepEqual(await service.ok('GET', '/users/@me', { as: token }), shown);
    });
  });
});

describe('Changes of an application at once', () => {
  test('are all stored', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { id } = await service.game();
      const people = await Promise.all(Array.from({ length: 12 }, () => service.person()));
      await Promise.all([
        administration.setApproved(id, false),
        administration.updateApplication(id, { description: 'new' }),
        ...people.map((person) => administration.changeTesters(id, [person.id], [])),
      ]);
      const { approved, description, testers } = await administration.getApplication(id);
      assert.deepEqual([approved, description], [false, 'new']);
      assert.deepEqual(new Set(testers), new Set(people.map((person) => person.id)));
    });
  });

  test('do not bring back one that was deleted', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { id } = await service.game();
      const held = holdNext(SqlApplicationStore.prototype, 'byId');
      const changed = administration.updateApplication(id, { description: 'late' });
      await held.reached;
      await tryToEnd(service, administration.deleteApplication(id, false));
      held.release();
      await assert.rejects(changed, /there is no application/);
      assert.deepEqual(await administration.listApplications(), []);
    });
  });
});

test('guest accounts that are asked for at once are all counted', async () => {
  await withService(
    async (service) => {
      const make = (username: string) => service.request('POST', '/users/guests', { json: { username } });
      assert.equal((await make('Ada@home')).status, 400, 'this one is not created, and not counted');
      const replies = await Promise.all(Array.from({ length: 8 }, () => make('Visitor')));
      const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
      assert.equal(count(201) + count(429), 8);
      // Nodes exchange their counts each second (docs/operating-a-cluster.md), so each may let its own limit through.
      assert.ok(count(201) >= 3 && count(201) <= 3 * countNodes(), `${count(201)} accounts`);
      await eventually(async () => (await make('Visitor')).status === 429);
    },
    { guestAccounts: 3 },
  );
});
