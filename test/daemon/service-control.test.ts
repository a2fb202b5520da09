import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ControlClient } from '#guildhall/control/control-client.js';
import { stopDaemon } from '#guildhall/control/operations/status.js';
import { homeFiles } from '#guildhall/platform/home.js';
import { ApiProcess } from '../api/support/api-process.js';
import { sharedNats } from '../cluster/support/nats-server.js';
import { eventually } from '../helpers/eventually.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { sharedPostgres } from '../helpers/postgres/postgres-server.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

interface Created {
  readonly id: string;
  readonly client_secret: string;
  readonly bot: { readonly id: string; readonly token: string };
}

/** Runs a command for a home, and returns its JSON. */
async function command<Result>(home: string, ...args: readonly string[]): Promise<Result> {
  const { exitCode, errors, output } = await runCommand([...args, '--home', home, '--json']);
  assert.equal(exitCode, 0, errors);
  return JSON.parse(output) as Result;
}

async function statusOf(api: ApiProcess, as: string): Promise<number> {
  return (await api.request('GET', '/users/@me', as)).status;
}

test('accounts and applications of a running guildhall api are administered by the CLI', () =>
  withTemporaryFolder(async (home) => {
    await using api = await ApiProcess.run(home, {});
    // A named pipe has no mode (test/platform/sockets).
    if (process.platform !== 'win32')
      assert.equal((await stat(join(home, 'control.sock'))).mode & 0o777, 0o600);

    const person = await command<{ token: string }>(home, 'users', 'create', '--username', 'ada');
    assert.equal(await statusOf(api, person.token), 200);
    const application = await command<Created>(home, 'apps', 'create', '--name', 'Overlay', '--bot');
    assert.equal(await statusOf(api, `Bot ${application.bot.token}`), 200);
    const listed = await command<{ id: string; approved: boolean }[]>(home, 'apps', 'list');
    assert.deepEqual(
      listed.map(({ id, approved }) => [id, approved]),
      [[application.id, false]],
    );
    await command(home, 'apps', 'approve', application.id);
    assert.equal(
      (await command<Created & { approved: boolean }>(home, 'apps', 'show', application.id)).approved,
      true,
    );

    const noGuild = await runCommand(['guilds', 'create', 'Club', '--owner', '1', '--home', home]);
    assert.match(noGuild.errors, /there is no user 1\n/);
    const guild = await command<{ id: string }>(home, 'guilds', 'create', 'Club', '--owner', 'ada');
    const { body } = await api.request('GET', '/users/@me/guilds', person.token);
    assert.deepEqual([(body as { id: string; owner: boolean }[])[0]?.id], [guild.id]);

    await command(home, 'apps', 'delete', application.id, '--yes');
    assert.equal(await statusOf(api, `Bot ${application.bot.token}`), 401);
    assert.deepEqual(await command(home, 'apps', 'list'), []);
  }));

test('an application of guildhall api that nobody can own says what it cannot do, and others have an owner', () =>
  withTemporaryFolder(async (home) => {
    await using api = await ApiProcess.run(home, {});
    const create = (...flags: string[]) =>
      runCommand(['apps', 'create', '--name', 'Overlay', ...flags, '--home', home, '--json']);
    const hasToken = async ({ id: client_id, client_secret }: Created): Promise<boolean> => {
      const body = new URLSearchParams({
        client_id,
        client_secret,
        grant_type: 'client_credentials',
        scope: 'identify',
      });
      return (await fetch(`${api.url}/oauth2/token`, { method: 'POST', body })).ok;
    };

    const without = await create();
    const ownerless = JSON.parse(without.output) as Created & { owner_id: string | null };
    assert.equal(ownerless.owner_id, null);
    assert.match(
      without.errors,
      /has no owner: client_credentials .*\n.*apps update \d+ --owner USER --home/,
    );
    assert.equal(await hasToken(ownerless), false);
    const { id: owner } = await command<{ id: string }>(home, 'users', 'create', '--username', 'ada');
    await command(home, 'apps', 'update', ownerless.id, '--owner', owner);
    assert.equal(await hasToken(ownerless), true);

    assert.equal((JSON.parse((await create()).output) as { owner_id: string }).owner_id, owner);
    const given = await create('--owner', owner);
    assert.equal(given.errors, '');
    assert.equal(await hasToken(JSON.parse(given.output) as Created), true);
    assert.equal((await create('--owner', '1')).errors.split('\n')[0], 'error: there is no user 1');
    assert.equal(
      (JSON.parse((await create('--owner', 'ada')).output) as { owner_id: string }).owner_id,
      owner,
    );
    assert.match((await create('--owner', 'bob')).errors, /^error: there is no user bob\n/);
  }));

test('guildhall api ends with guildhall stop, and leaves no socket', () =>
  withTemporaryFolder(async (home) => {
    await using api = await ApiProcess.run(home, {});
    assert.equal((await command<{ pid: number }>(home, 'stop')).pid, api.pid);
    await assert.rejects(stat(join(home, 'control.sock')), { code: 'ENOENT' });
  }));

test('guildhall api says how long its shutdown may take, with the time to drain', () =>
  withTemporaryFolder(async (home) => {
    await using _api = await ApiProcess.run(home, {
      flags: ['--metrics-port', '0', '--drain-seconds', '30'],
    });
    const reply = await new ControlClient(homeFiles(home)).call(stopDaemon, {}, {});
    assert.equal(reply.within_ms, 35_000);
  }));

test('what needs a daemon is refused by guildhall api, which doctor finds healthy', () =>
  withTemporaryFolder(async (home) => {
    await using _api = await ApiProcess.run(home, {});
    for (const words of [['status'], ['devices'], ['sessions', 'list'], ['grants', 'list']]) {
      const { exitCode, errors } = await runCommand([...words, '--home', home]);
      assert.equal(exitCode, 1, words.join(' '));
      assert.match(errors, /this home belongs to guildhall api/, words.join(' '));
    }
    const { output } = await runCommand(['doctor', '--json', '--home', home]);
    const { findings } = JSON.parse(output) as { findings: { check: string; level: string }[] };
    const levels = findings.filter(({ check }) => check === 'home lock').map(({ level }) => level);
    assert.deepEqual(levels, ['ok']);
    assert.equal(
      findings.some(({ check }) => check === 'display' || check === 'sound'),
      false,
    );
  }));

enginesTest('an application that is made and deleted on one node is known and gone on all', () =>
  withTemporaryFolder(async (homeOfA) =>
    withTemporaryFolder(async (homeOfB) => {
      const server = await sharedPostgres();
      const [database, busUrl] = [await server.takeDatabase(), await sharedNats()];
      try {
        const store = server.url(database);
        await using _a = await ApiProcess.start(homeOfA, 'a', store, busUrl);
        await using b = await ApiProcess.start(homeOfB, 'b', store, busUrl);
        const { id, bot } = await command<Created>(
          homeOfA,
          'apps',
          'create',
          '--name',
          'Bot of all',
          '--bot',
        );
        assert.equal(await statusOf(b, `Bot ${bot.token}`), 200);
        // A vanity url needs the owner of the guild, which is the other node.
        const created = await b.request('POST', '/guilds', `Bot ${bot.token}`, { name: 'of b' });
        const guildId = (created.body as { id: string }).id;
        const features = ['guilds', 'configure', guildId, '--features', 'VANITY_URL'];
        await command(homeOfA, ...features);
        const { body } = await b.request('GET', `/guilds/${guildId}`, `Bot ${bot.token}`);
        assert.deepEqual((body as { features: string[] }).features, ['VANITY_URL']);

        await command(homeOfA, 'apps', 'delete', id, '--delete-guilds', '--yes');
        await eventually(async () => (await statusOf(b, `Bot ${bot.token}`)) === 401);
      } finally {
        await server.dropDatabase(database);
      }
    }),
  ),
);
