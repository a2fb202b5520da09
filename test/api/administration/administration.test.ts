import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InputError, UserError } from '#guildhall/platform/errors.js';
import { type TestService, withService } from '../support/test-service.js';
import { enroll } from '../support/two-factor.js';
import { bearer, join } from '../support/world.js';

const isUserError = (error: unknown) => error instanceof UserError;
const isInputError = (error: unknown) => error instanceof InputError;

function create(service: TestService, more: object) {
  return service.api.administration.createApplication({ name: 'Game', bot: false, approved: false, ...more });
}

describe('An application', () => {
  test('is registered, listed, changed and deleted; its secret is shown once', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const made = await create(service, { rpc_origins: ['http://localhost:3000'], bot: true });
      assert.ok(made.client_secret.length >= 40);
      const { client_secret: _, ...shown } = made;
      const registered = { ...shown, bot: { id: made.bot?.id } };
      assert.deepEqual(await administration.getApplication(made.id), registered);
      assert.deepEqual(await administration.listApplications(), [registered]);
      const changed = await administration.updateApplication(made.id, {
        name: 'Renamed',
        redirect_uris: ['app://back'],
      });
      assert.deepEqual(
        [changed.name, changed.redirect_uris, changed.rpc_origins],
        ['Renamed', ['app://back'], ['http://localhost:3000']],
      );
      assert.equal((await administration.setApproved(made.id, true)).approved, true);
      await administration.deleteApplication(made.id, false);
      assert.deepEqual(await administration.listApplications(), []);
      await assert.rejects(administration.getApplication(made.id), isUserError);
    });
  });

  test('gets a new client secret, after which the old one is refused', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      // Tokens without consent are those of the owner.
      await service.person('Ada');
      const made = await create(service, {});
      const next = await administration.resetSecret(made.id);
      const status = async (client_secret: string) => {
        const form = {
          client_id: made.id,
          client_secret,
          grant_type: 'client_credentials',
          scope: 'identify',
        };
        return (await service.request('POST', '/oauth2/token', { form })).status;
      };
      assert.deepEqual([await status(next), await status(made.client_secret)], [200, 401]);
      await assert.rejects(administration.resetSecret('1'), isUserError);
    });
  });

  test('is owned by the oldest person, unless another owner is given', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const [ada, joan] = [await service.person('Ada'), await service.person('Joan')];
      const { id, owner_id } = await create(service, {});
      assert.equal(owner_id, ada.id);
      assert.equal((await create(service, { owner_id: joan.id })).owner_id, joan.id);
      assert.equal((await administration.updateApplication(id, { owner_id: joan.id })).owner_id, joan.id);
      assert.equal((await administration.updateApplication(id, { name: 'Named' })).owner_id, joan.id);
    });
  });

  test('is not owned by bots and unknown users', async () => {
    await withService(async (service) => {
      const { bot, id } = await service.game();
      for (const [owner_id, message] of [
        ['1', /there is no user 1/],
        [bot.id, /is a bot/],
      ] as const) {
        await assert.rejects(create(service, { owner_id }), message);
        await assert.rejects(service.api.administration.updateApplication(id, { owner_id }), message);
      }
    });
  });

  test('has the two-factor authentication of its new owner at once', async () => {
    await withService(async (service) => {
      const [ada, joan] = [await service.person('Ada'), await service.person('Joan')];
      await enroll(service, ada);
      const { administration } = service.api;
      const game = await service.game();
      const as = `Bot ${game.bot.token}`;
      const { id: guild } = await service.ok('POST', '/guilds', { as, json: { name: 'World' } });
      await administration.configureGuild(guild, { mfa_level: 1 });
      const rename = () => service.request('PATCH', `/guilds/${guild}`, { as, json: { name: 'Wide' } });
      assert.equal((await rename()).status, 200);
      await administration.updateApplication(game.id, { owner_id: joan.id });
      assert.equal((await rename()).status, 403);
    });
  });

  test('no longer has tokens of its former owner', async () => {
    await withService(async (service) => {
      await service.person('Ada');
      const joan = await service.person('Joan');
      const { id, client_secret } = await service.game();
      const form = { client_id: id, client_secret, grant_type: 'client_credentials', scope: 'identify' };
      const take = async () => `Bearer ${(await service.ok('POST', '/oauth2/token', { form })).access_token}`;
      const former = await take();
      const look = (as: string) => service.request('GET', '/users/@me', { as });
      assert.equal((await look(former)).status, 200);
      await service.api.administration.updateApplication(id, { owner_id: joan.id });
      assert.equal((await look(former)).status, 401);
      assert.equal((await look(await take())).body.id, joan.id);
    });
  });

  test('has grants with the time of their last use since the start', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const person = await service.person('Ada');
      const token = await bearer(service, await service.game(), person, 'identify');
      const [{ id: grantId }] = await service.ok('GET', '/oauth2/tokens', { as: person.token });
      assert.equal(administration.lastUseOfGrant(grantId), null);
      await service.ok('GET', '/users/@me', { as: person.token });
      assert.equal(administration.lastUseOfGrant(grantId), null);
      await service.ok('GET', '/users/@me', { as: token });
      assert.ok(administration.lastUseOfGrant(grantId) !== null);
    });
  });

  test('has a name without invisible characters, and so has a person', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { id } = await create(service, {});
      for (const name of ['\u202eevil', 'Ga\u200bme', 'Game\u3164', 'Ga\u001bme']) {
        const names = (error: unknown) =>
          error instanceof UserError && /invisible characters.*U\+/.test(error.message);
        await assert.rejects(create(service, { name }), names);
        await assert.rejects(administration.updateApplication(id, { name }), names);
        await assert.rejects(administration.createUser(name), names);
      }
      assert.deepEqual(
        (await administration.listApplications()).map(({ name }) => name),
        ['Game'],
      );
    });
  });

  test('has origins as browsers send them', async () => {
    await withService(async (service) => {
      const good = [
        'http://localhost:3000',
        'https://game.example',
        'HTTPS://Game.Example:443',
        'app://game',
        'http://[::1]:8080',
        'http://localhost:1',
        'http://localhost:65535',
      ];
      const { rpc_origins } = await create(service, { rpc_origins: good });
      assert.deepEqual(rpc_origins, [
        'http://localhost:3000',
        'https://game.example',
        'app://game',
        'http://[::1]:8080',
        'http://localhost:1',
        'http://localhost:65535',
      ]);
      const bad = [
        'localhost',
        'http://',
        'http://a/',
        'http://a/path',
        'http://a:0',
        'http://a:65536',
        'http://a:x',
        'null',
        '*',
        '',
        'http://a b',
        'http://u@a',
        'http://a?b',
        '://a',
      ];
      for (const origin of bad) {
        await assert.rejects(create(service, { rpc_origins: [origin] }), isInputError, origin);
      }
    });
  });

  test('has redirect URIs that are absolute and without a fragment, and a name', async () => {
    await withService(async (service) => {
      for (const uri of ['/callback', 'http://a/#x', '']) {
        await assert.rejects(create(service, { redirect_uris: [uri] }), isInputError, uri);
      }
      for (const name of ['', '  ', 'x'.repeat(101)])
        await assert.rejects(create(service, { name }), isInputError);
    });
  });

  test('has at most 50 testers, all of them people', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { id, bot } = await create(service, { bot: true });
      const people: string[] = [];
      for (let number = 0; number < 51; number++) people.push((await service.person(`P${number}`)).id);
      const full = await administration.changeTesters(id, people.slice(0, 50), []);
      assert.equal(full.testers.length, 50);
      await assert.rejects(administration.changeTesters(id, people.slice(50), []), isUserError);
      const swapped = await administration.changeTesters(id, people.slice(50), people.slice(0, 1));
      assert.deepEqual(swapped.testers, people.slice(1));
      for (const nobody of ['1', 'x', bot?.id ?? '']) {
        await assert.rejects(administration.changeTesters(id, [nobody], []), isUserError);
      }
    });
  });

  test('is deleted with its grants', async () => {
    await withService(async (service) => {
      const person = await service.person();
      const { id } = await create(service, { approved: true });
      const query = new URLSearchParams({ client_id: id, scope: 'identify', response_type: 'code' });
      await service.ok('POST', `/oauth2/authorize?${query}`, { as: person.token, json: { authorize: true } });
      await service.api.administration.deleteApplication(id, false);
      assert.deepEqual(await service.ok('GET', '/oauth2/tokens', { as: person.token }), []);
      const gone = await service.request('POST', `/oauth2/authorize?${query}`, {
        as: person.token,
        json: { authorize: true },
      });
      assert.equal(gone.body.error, 'invalid_client');
    });
  });
});

describe('The bot of an application that is deleted', () => {
  const makeGuild = async (service: TestService, token: string): Promise<string> =>
    (await service.ok('POST', '/guilds', { as: `Bot ${token}`, json: { name: 'Castle' } })).id;

  test('prevents the deletion of the application while it owns a guild', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { id, bot } = await service.game();
      const guild = await makeGuild(service, bot.token);
      await assert.rejects(administration.deleteApplication(id, false), (error: Error) => {
        assert.ok(isUserError(error));
        assert.match(error.message, new RegExp(`Castle \\(${guild}\\)`));
        return true;
      });
      await service.ok('GET', `/guilds/${guild}`, { as: `Bot ${bot.token}` });
    });
  });

  test('is deleted with its own guilds if requested, and leaves others', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const [game, other] = [await service.game(), await service.game({ name: 'Other' })];
      const own = await makeGuild(service, game.bot.token);
      const visited = await makeGuild(service, other.bot.token);
      const member = await service.person('Ann');
      for (const guild of [own, visited]) await join(service, guild === own ? game : other, member, guild);
      const as = { as: `Bot ${other.bot.token}` };
      await service.ok('PATCH', `/guilds/${visited}`, { ...as, json: { owner_id: member.id } });
      const gateway = await service.identify(member.token);
      await administration.deleteApplication(other.id, false);
      await administration.deleteApplication(game.id, true);
      assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: own });
      const guilds = await service.ok('GET', '/users/@me/guilds', { as: member.token });
      assert.deepEqual(
        guilds.map(({ id }: { id: string }) => id),
        [visited],
      );
      const members = await service.ok('GET', `/guilds/${visited}/members?limit=10`, { as: member.token });
      assert.deepEqual(
        members.map(({ user }: { user: { id: string } }) => user.id),
        [member.id],
      );
      await gateway.close();
    });
  });
});

describe('A person', () => {
  test('signs in with the token that is shown once', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const ada = await administration.createUser('Ada');
      const me = await service.ok('GET', '/users/@me', { as: ada.token });
      assert.deepEqual([me.id, me.username, me.discriminator], [ada.id, 'Ada', ada.discriminator]);
      const { token: _, ...face } = ada;
      assert.deepEqual(await administration.listUsers(), [{ ...face, token: null }]);
    });
  });

  test('may have another’s name, but not also the discriminator', async () => {
    await withService(async (service) => {
      const many = await Promise.all(Array.from({ length: 50 }, () => service.person('Ada')));
      assert.equal(new Set(many.map(({ discriminator }) => discriminator)).size, 50);
      for (const { discriminator } of many) assert.match(discriminator, /^[0-9]{4}$/);
    });
  });

  test('has a name of 2 to 32 characters without signs that mean something', async () => {
    await withService(async (service) => {
      for (const name of ['A', 'x'.repeat(33), 'a@b', 'a#1', 'a:b', 'a\nb', '  A  ']) {
        await assert.rejects(service.person(name), isUserError, name);
      }
      assert.equal((await service.person('😀😀')).username, '😀😀');
    });
  });
});
