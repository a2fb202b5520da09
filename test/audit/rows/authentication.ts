import { listAt, textAt, valueAt, WrongReply } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import { between, is, object, text } from '../kernel/shape.js';
import { exchangeForm, type World } from '../kernel/world.js';

const SCOPES = ['rpc', 'rpc.api', 'identify', 'messages.read', 'rpc.notifications.read', 'guilds.join'];

/** How many people are created at once: each takes a process. */
const AT_ONCE = 4;

/** Creates people. @returns their ids */
async function createPeople(world: World, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const names = Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, () =>
      world.uniqueName('Ann'),
    );
    const people = await Promise.all(names.map((name) => world.createPerson(name)));
    ids.push(...people.map(({ id }) => id));
  }
  return ids;
}

export const RPC_AUTHENTICATION: Table = {
  title: 'Authentication',
  rows: [
    {
      line: '1. The Origin must match a registered RPC origin',
      async check(trial) {
        for (const origin of [
          'http://localhost',
          'https://localhost:3000',
          'http://localhost:3000/',
          'null',
        ]) {
          const connection = trial.connect(trial.world.game, { origin });
          trial.note(`connect with Origin ${origin}`);
          trial.received.push(`closed ${await connection.closed()}`);
          trial.expect(connection.frames.length, is(0), 'frames');
        }
      },
    },
    {
      line: '1. Non-browser applications must send the Origin header',
      async check(trial) {
        const { daemon, game } = trial.world;
        const connection = trial.connectWithoutOrigin(daemon.rpcPort, game.id);
        trial.note('connect without Origin');
        trial.received.push(`closed ${await connection.closed()}`);
        trial.expect(connection.frames.length, is(0), 'frames');
      },
    },
    {
      line: '2. Unauthenticated connections may only call AUTHORIZE and AUTHENTICATE',
      async check(trial) {
        const connection = trial.connect();
        await connection.event('READY');
        await trial.refused(connection, 4006, 'GET_GUILDS', {});
        const reply = await trial.command(connection, 'AUTHENTICATE', { access_token: 'nobody' });
        if (valueAt(reply, 'data', 'code') === 4006)
          throw new WrongReply('AUTHENTICATE is refused with 4006');
      },
    },
    {
      line: '3.-5. AUTHORIZE asks the person; the code is exchanged; AUTHENTICATE gives user and scopes',
      async check(trial) {
        const { world } = trial;
        trial.note('AUTHORIZE; the person approves');
        const code = await world.authorize(world.game);
        const token = await trial.rest({
          method: 'POST',
          path: '/oauth2/token',
          form: exchangeForm(world.game, code),
        });
        trial.expect(token.body, object({ access_token: text, token_type: is('Bearer'), scope: text }));
        const connection = trial.connect();
        await connection.event('READY');
        const args = { access_token: textAt(token.body, 'access_token') };
        const data = await trial.data(connection, 'AUTHENTICATE', args);
        trial.expect(data, object({ user: object({ id: is(world.me.id) }) }));
        await trial.data(connection, 'GET_GUILDS', {});
      },
    },
    {
      line: '4. The redirect_uri sent must match a registered Redirect URI',
      async check(trial) {
        const { world } = trial;
        const code = await world.authorize(world.game);
        const form = { ...exchangeForm(world.game, code), redirect_uri: 'http://localhost:3000/other' };
        const reply = await trial.rest({ method: 'POST', path: '/oauth2/token', form });
        trial.expect(reply.status, between(400, 401), 'status');
      },
    },
    {
      line: '6. RPC token: skips the modal; body is url-encoded; messages.read cannot be used with it',
      async check(trial) {
        const { world } = trial;
        const form = { client_id: world.game.id, client_secret: world.game.secret };
        const path = '/oauth2/token/rpc';
        const made = await trial.rest({ method: 'POST', path, form });
        const rpc_token = textAt(made.body, 'rpc_token');
        const connection = trial.connect();
        await connection.event('READY');
        const args = { client_id: world.game.id, scopes: ['rpc', 'identify'], rpc_token };
        trial.expect(await trial.data(connection, 'AUTHORIZE', args), object({ code: text }));
        const again = await trial.rest({ method: 'POST', path, form });
        const reading = {
          ...args,
          scopes: ['rpc', 'messages.read'],
          rpc_token: textAt(again.body, 'rpc_token'),
        };
        await trial.refused(connection, 5000, 'AUTHORIZE', reading);
        const json = await trial.rest({ method: 'POST', path, body: form });
        trial.expect(json.status, between(400, 415), 'status of a JSON body');
      },
    },
    {
      line: '6. RPC token: approved games and whitelisted users only',
      async check(trial) {
        const { world } = trial;
        const form = { client_id: world.novice.id, client_secret: world.novice.secret };
        const made = await trial.rest({ method: 'POST', path: '/oauth2/token/rpc', form });
        if (made.status !== 200) return;
        const connection = trial.connect(world.novice);
        await Promise.race([connection.event('READY'), connection.closed()]);
        if (connection.closeCode !== undefined) return;
        const args = {
          client_id: world.novice.id,
          scopes: ['rpc'],
          rpc_token: textAt(made.body, 'rpc_token'),
        };
        const reply = await trial.command(connection, 'AUTHORIZE', args);
        trial.expect(reply.evt, is('ERROR'), 'evt');
      },
    },
    ...SCOPES.map(
      (scope): Row => ({
        line: `7. Scope ${scope}`,
        async check(trial) {
          const connection = trial.connect();
          await connection.event('READY');
          const { world } = trial;
          const data = await trial.data(connection, 'AUTHENTICATE', {
            access_token: await world.token(world.game),
          });
          const scopes = valueAt(data, 'scopes');
          if (!Array.isArray(scopes) || !scopes.includes(scope))
            throw new WrongReply('the scope is not granted');
        },
      }),
    ),
    {
      line: '8. Proxied REST calls send Authorization: Bearer',
      async check(trial) {
        const { world } = trial;
        const request = { method: 'GET', path: '/users/@me' };
        trial.expect((await trial.rest(request, 'rpc')).status, is(401), 'status');
        const as = `Bearer ${await world.token(world.game)}`;
        trial.expect((await trial.rest({ ...request, as }, 'rpc')).status, is(200), 'status');
      },
    },
    { line: '9. Lifetime of tokens and other exchange parameters', notApplicable: 'not shown' },
    { line: '10. Numeric bit values of the guild permissions', notApplicable: 'not shown' },
    {
      line: 'Access while unapproved is restricted by a whitelist',
      async check(trial) {
        const { world } = trial;
        const connection = trial.connect(world.novice);
        trial.note('connect and AUTHORIZE as an unapproved application without testers');
        await Promise.race([connection.event('READY'), connection.closed()]);
        if (connection.closeCode !== undefined) {
          trial.received.push(`closed ${connection.closeCode}`);
          return;
        }
        const args = { client_id: world.novice.id, scopes: ['rpc'] };
        trial.expect((await trial.command(connection, 'AUTHORIZE', args)).evt, is('ERROR'), 'evt');
        const waiting = await world.daemon.cli('consent', 'list');
        trial.expect(waiting, is([]), 'requests for consent');
      },
    },
    {
      line: 'Whitelist: at most 50 people',
      async check(trial) {
        const { world } = trial;
        const app = await world.createApplication('Listed');
        const [last = '', ...people] = await createPeople(world, 51);
        const add = (ids: readonly string[]) =>
          world.daemon.cli('apps', 'testers', app.id, ...ids.flatMap((id) => ['--add', id]));
        trial.note('apps testers --add, with 50 people', 'done');
        await add(people);
        trial.note('apps testers --add, with one more');
        const isTaken = await add([last]).then(
          () => true,
          () => false,
        );
        trial.received.push(isTaken ? 'done' : 'refused');
        trial.expect(isTaken, is(false), 'whether the 51st is taken');
        const listed = listAt({ list: await world.daemon.cli('apps', 'testers', app.id) }, 'list');
        const isWhole = listed.length === people.length && people.every((id) => listed.includes(id));
        trial.expect(isWhole, is(true), 'whether the whitelist has the 50');
      },
    },
  ],
};
