import type { Json } from '../kernel/json.js';
import { isObject, WrongReply } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import { integer, is, object, text } from '../kernel/shape.js';
import type { World } from '../kernel/world.js';
import { joinVoice } from './support.js';

/** A command that is refused with a code, by a connection that is authenticated. */
interface Refusal {
  readonly code: number;
  readonly when: string;
  readonly cmd: string;
  readonly args: (world: World) => Json;
  readonly evt?: string;
}

const NOWHERE = '41771983423143937';

const REFUSALS: readonly Refusal[] = [
  { code: 4000, when: 'an argument is missing', cmd: 'GET_GUILD', args: () => ({}) },
  { code: 4000, when: 'an argument has another type', cmd: 'GET_GUILD', args: () => ({ guild_id: [] }) },
  { code: 4002, when: 'an unknown command', cmd: 'NO_SUCH_COMMAND', args: () => ({}) },
  { code: 4003, when: 'an unknown guild', cmd: 'GET_GUILD', args: () => ({ guild_id: NOWHERE }) },
  { code: 4004, when: 'an unknown event', cmd: 'SUBSCRIBE', args: () => ({}), evt: 'NO_SUCH_EVENT' },
  { code: 4005, when: 'an unknown channel', cmd: 'GET_CHANNEL', args: () => ({ channel_id: NOWHERE }) },
  { code: 4009, when: 'a token of nobody', cmd: 'AUTHENTICATE', args: () => ({ access_token: 'nobody' }) },
  {
    code: 4010,
    when: 'an unknown user',
    cmd: 'SET_USER_VOICE_SETTINGS',
    args: () => ({ user_id: NOWHERE, mute: true }),
  },
  {
    code: 5000,
    when: 'an unknown scope',
    cmd: 'AUTHORIZE',
    args: (world) => ({ client_id: world.game.id, scopes: ['no'] }),
  },
  {
    code: 5002,
    when: 'a guild that does not come in time',
    cmd: 'GET_GUILD',
    args: () => ({ guild_id: NOWHERE, timeout: 1 }),
  },
];

function refusalRow({ code, when, cmd, args, evt }: Refusal): Row {
  return {
    line: `${code}: ${when}`,
    async check(trial) {
      const connection = trial.connect();
      await connection.event('READY');
      if (cmd !== 'AUTHENTICATE' && cmd !== 'AUTHORIZE') {
        const token = await trial.world.token(trial.world.game);
        await connection.request('AUTHENTICATE', { access_token: token });
      }
      await trial.refused(connection, code, cmd, args(trial.world), evt);
    },
  };
}

export const RPC_ERRORS: Table = {
  title: 'Errors of the RPC server',
  rows: [
    {
      line: 'An error: evt = ERROR, cmd and nonce of the command, data = { code, message }',
      async check(trial) {
        const connection = await trial.authenticated();
        connection.sendPayload({ cmd: 'GET_CHANNEL', nonce: 'of the error', args: { channel_id: NOWHERE } });
        trial.note('GET_CHANNEL of an unknown channel');
        const reply = trial.answered(await connection.reply('of the error'));
        trial.expect(
          reply,
          object({
            evt: is('ERROR'),
            cmd: is('GET_CHANNEL'),
            data: object({ code: integer, message: text }),
          }),
          'payload',
        );
      },
    },
    {
      line: '4006: a command other than AUTHORIZE or AUTHENTICATE without authentication',
      async check(trial) {
        const connection = trial.connect();
        await connection.event('READY');
        await trial.refused(connection, 4006, 'GET_VOICE_SETTINGS', {});
      },
    },
    {
      line: '4007: AUTHORIZE without a client id',
      async check(trial) {
        const connection = trial.connect();
        await connection.event('READY');
        await trial.refused(connection, 4007, 'AUTHORIZE', {});
        await trial.refused(connection, 4007, 'AUTHORIZE', { scopes: ['rpc'] });
      },
    },
    {
      line: '5003: SELECT_VOICE_CHANNEL while in a voice channel and force is not set',
      async check(trial) {
        const { guild } = trial.world;
        const connection = await trial.authenticated();
        await joinVoice(trial, connection, guild.voice);
        await trial.refused(connection, 5003, 'SELECT_VOICE_CHANNEL', { channel_id: guild.lounge });
      },
    },
    {
      line: 'Origin mismatch: closed immediately, no error payload',
      async check(trial) {
        const connection = trial.connect(trial.world.game, { origin: 'http://localhost:3001' });
        trial.note('connect with Origin http://localhost:3001');
        const code = await connection.closed();
        trial.received.push(`closed ${code}`);
        if (connection.frames.some(isObject)) throw new WrongReply('a payload came');
      },
    },
    ...REFUSALS.map(refusalRow),
  ],
};
