import { listAt, WrongReply } from '../kernel/json.js';
import { hasNetworkNamespaces, runInNetworkNamespace } from '../kernel/network-namespace.js';
import type { Table } from '../kernel/row.js';
import { between, bool, filled, integer, is, nullable, object, snowflake, text } from '../kernel/shape.js';
import { partialUser } from './shapes.js';

export const RPC_TRANSPORT: Table = {
  title: 'RPC transport',
  rows: [
    {
      line: 'WebSocket with v=1, client_id and encoding=json',
      async check(trial) {
        const connection = trial.connect(trial.world.game, { encoding: 'json' });
        trial.note('connect with encoding=json');
        trial.expect(trial.answered(await connection.event('READY')).data, object({ v: is(1) }));
      },
    },
    {
      line: 'encoding=etf: binary frames of the external term format',
      async check(trial) {
        const connection = trial.connect(trial.world.game, { encoding: 'etf' });
        trial.note('connect with encoding=etf');
        for (const deadline = Date.now() + 15_000; connection.raw.length === 0 && Date.now() < deadline; )
          await new Promise((resolve) => setTimeout(resolve, 10));
        const [frame] = connection.raw;
        trial.received.push('a binary READY');
        if (frame?.[0] !== 131 || !frame.includes('READY')) throw new WrongReply('no READY in that format');
      },
    },
    {
      line: 'Port: one of 6463 to 6472, the first free one',
      async check(trial) {
        if (await hasNetworkNamespaces()) {
          trial.note('start two daemons in a network namespace; connect to each');
          const ports = await runInNetworkNamespace(new URL('../kernel/default-ports.js', import.meta.url));
          trial.received.push(JSON.stringify(ports));
          trial.expect(ports, is([6463, 6464]), 'ports');
          return;
        }
        // Others may use the default ports of this machine.
        trial.note('connect to the first of ten other ports: network namespaces are unavailable');
        trial.expect(trial.world.daemon.rpcPort, between(26463, 26472), 'port');
        await trial.connect().event('READY');
      },
    },
    {
      line: 'Plain HTTP on the same port: GET /users/@me/guilds with a Bearer token: array of guild objects',
      async check(trial) {
        const as = `Bearer ${await trial.world.token(trial.world.game)}`;
        const reply = await trial.rest({ method: 'GET', path: '/users/@me/guilds', as }, 'rpc');
        const guild = { owner: bool, permissions: integer, icon: nullable(text), id: snowflake, name: text };
        trial.expect(reply.body, filled(object(guild)));
      },
    },
    {
      line: 'Proxied REST calls require the rpc.api scope',
      async check(trial) {
        const { world } = trial;
        const code = await world.authorize(world.rival, ['rpc', 'identify']);
        const exchanged = await world.exchange(world.rival, code);
        const as = `Bearer ${String((exchanged.body as { access_token: string }).access_token)}`;
        const reply = await trial.rest({ method: 'GET', path: '/users/@me/guilds', as }, 'rpc');
        trial.expect(reply.status, between(401, 403), 'status');
      },
    },
    {
      line: 'Proxied REST calls are executed with the bearer token of the user',
      async check(trial) {
        const as = `Bearer ${await trial.world.token(trial.world.game)}`;
        const reply = await trial.rest({ method: 'GET', path: '/users/@me', as }, 'rpc');
        trial.expect(reply.body, partialUser);
        trial.expect(reply.body, object({ id: is(trial.world.me.id) }));
      },
    },
    {
      line: 'Endpoints judged unsafe (authorization, user management) are blocked',
      async check(trial) {
        const as = `Bearer ${await trial.world.token(trial.world.game)}`;
        for (const [method, path] of [
          ['PATCH', '/users/@me'],
          ['POST', '/oauth2/token'],
          ['GET', '/oauth2/authorize'],
        ] as const) {
          const request = { method, path, as, ...(method === 'GET' ? {} : { body: { username: 'Eve' } }) };
          const reply = await trial.rest(request, 'rpc');
          trial.expect(reply.status, between(403, 405), `status of ${path}`);
        }
      },
    },
    {
      line: 'Replies carry the same nonce and cmd, with data',
      async check(trial) {
        const connection = await trial.authenticated();
        connection.sendPayload({ cmd: 'GET_GUILDS', args: {}, nonce: 'the same' });
        trial.note('GET_GUILDS with the nonce "the same"');
        const reply = trial.answered(await connection.reply('the same'));
        trial.expect(reply.cmd, is('GET_GUILDS'), 'cmd');
        listAt(reply.data, 'guilds');
      },
    },
    {
      line: 'RPC server configuration: cdn_host, api_endpoint, environment',
      async check(trial) {
        const connection = trial.connect();
        trial.note('connect');
        const { data } = trial.answered(await connection.event('READY'));
        const config = object({ cdn_host: text, api_endpoint: text, environment: text });
        trial.expect(data, object({ config }));
      },
    },
  ],
};
