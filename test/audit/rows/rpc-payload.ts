import { isObject, WrongReply } from '../kernel/json.js';
import type { Table } from '../kernel/row.js';
import { is, nothing, object } from '../kernel/shape.js';

export const RPC_PAYLOAD: Table = {
  title: 'RPC payload',
  rows: [
    {
      line: 'cmd: payload command, always',
      async check(trial) {
        const reply = await trial.command(await trial.authenticated(), 'GET_GUILDS', {});
        trial.expect(reply.cmd, is('GET_GUILDS'), 'cmd');
      },
    },
    {
      line: 'nonce: echoed in responses, not in subscribed events',
      async check(trial) {
        const connection = await trial.authenticated();
        const nonce = 'a nonce of our own';
        connection.sendPayload({ cmd: 'GET_GUILDS', nonce, args: {} });
        trial.note('GET_GUILDS with a nonce');
        trial.expect(trial.answered(await connection.reply(nonce)).nonce, is(nonce), 'nonce');
        const ready = await connection.event('READY');
        trial.expect(ready.nonce ?? null, nothing, 'nonce of an event');
      },
    },
    {
      line: 'evt: in subscribed events, errors and (un)subscribing events',
      async check(trial) {
        const connection = await trial.authenticated();
        const wrong = await trial.command(connection, 'GET_GUILD', { guild_id: '1' });
        trial.expect(wrong.evt, is('ERROR'), 'evt');
        const reply = await trial.command(connection, 'SUBSCRIBE', {}, 'GUILD_CREATE');
        trial.expect(reply.data, object({ evt: is('GUILD_CREATE') }));
      },
    },
    {
      line: 'data: in responses from the server',
      async check(trial) {
        const reply = await trial.command(await trial.authenticated(), 'GET_GUILDS', {});
        if (!isObject(reply.data)) throw new WrongReply('data is not an object');
      },
    },
    {
      line: 'args: command arguments, in commands sent to the server',
      async check(trial) {
        const { guild } = trial.world;
        const data = await trial.data(await trial.authenticated(), 'GET_GUILD', { guild_id: guild.id });
        trial.expect(data, object({ id: is(guild.id) }));
      },
    },
    {
      line: 'Dispatched events carry cmd = DISPATCH, evt and data',
      async check(trial) {
        const connection = trial.connect();
        trial.note('connect');
        const ready = trial.answered(await connection.event('READY'));
        trial.expect(ready, object({ cmd: is('DISPATCH'), evt: is('READY'), data: object({}) }), 'payload');
      },
    },
  ],
};
