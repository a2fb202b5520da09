import type { Json } from '../kernel/json.js';
import { valueAt, WrongReply } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import { is } from '../kernel/shape.js';
import type { World } from '../kernel/world.js';

/** A number of a command: its ends are taken, and what is beyond them is refused with 4000. */
interface Range {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly cmd: 'SET_VOICE_SETTINGS' | 'SET_USER_VOICE_SETTINGS';
  readonly args: (value: number, world: World) => Json;
  /** where the reply has the number */
  readonly at: readonly string[];
}

const RANGES: readonly Range[] = [
  {
    name: 'User volume',
    low: 0,
    high: 200,
    cmd: 'SET_USER_VOICE_SETTINGS',
    args: (volume, world) => ({ user_id: world.ada.id, volume }),
    at: ['volume'],
  },
  ...(['left', 'right'] as const).map(
    (side): Range => ({
      name: `User pan ${side}`,
      low: 0,
      high: 1,
      cmd: 'SET_USER_VOICE_SETTINGS',
      args: (value, world) => ({ user_id: world.ada.id, pan: { left: 1, right: 1, [side]: value } }),
      at: ['pan', side],
    }),
  ),
  ...(
    [
      ['Input volume', 0, 100, 'input', 'volume'],
      ['Output volume', 0, 200, 'output', 'volume'],
      ['Voice activity threshold, dB', -100, 0, 'mode', 'threshold'],
      ['Push-to-talk release delay, ms', 0, 2000, 'mode', 'delay'],
    ] as const
  ).map(
    ([name, low, high, part, field]): Range => ({
      name,
      low,
      high,
      cmd: 'SET_VOICE_SETTINGS',
      args: (value) => ({ [part]: { [field]: value } }),
      at: [part, field],
    }),
  ),
];

function rangeRow({ name, low, high, cmd, args, at }: Range): Row {
  return {
    line: `${name}: ${low} to ${high}`,
    async check(trial) {
      const connection = await trial.authenticated();
      for (const value of [low, high]) {
        const data = await trial.data(connection, cmd, args(value, trial.world));
        trial.expect(valueAt(data, ...at), is(value), at.join('.'));
      }
      for (const value of [low - 1, high + 1])
        await trial.refused(connection, 4000, cmd, args(value, trial.world));
    },
  };
}

export const RPC_LIMITS: Table = {
  title: 'Limits and versioning of the RPC server',
  rows: [
    ...RANGES.map(rangeRow),
    {
      line: 'User volume: default 100',
      async check(trial) {
        const person = await trial.world.createPerson('Fay');
        await trial.world.join(trial.world.game.bot, trial.world.guild.text, person);
        const data = await trial.data(await trial.authenticated(), 'SET_USER_VOICE_SETTINGS', {
          user_id: person.id,
        });
        trial.expect(valueAt(data, 'volume'), is(100), 'volume');
      },
    },
    {
      line: 'RPC port range: 6463-6472 (10 ports)',
      async check(trial) {
        trial.note('guildhall start --help');
        const help = await trial.world.daemon.help('start');
        if (!/6463-6472/.test(help)) throw new WrongReply('the default is another');
        trial.received.push('6463-6472');
      },
    },
    { line: 'pings in VOICE_CONNECTION_STATUS: last 20', notApplicable: 'twenty pings take minutes' },
    {
      line: 'Voice settings control: one modifying app at a time',
      async check(trial) {
        const [first, second] = [await trial.authenticated(), await trial.authenticated(trial.world.rival)];
        await trial.data(first, 'SET_VOICE_SETTINGS', { mute: true });
        await trial.refused(second, 4006, 'SET_VOICE_SETTINGS', { mute: false });
      },
    },
    {
      line: 'The RPC version is chosen with v at connect and reported as v in READY',
      async check(trial) {
        const connection = trial.connect();
        trial.note('connect with v=1');
        const { data } = trial.answered(await connection.event('READY'));
        trial.expect(valueAt(data, 'v'), is(1), 'v');
      },
    },
    {
      line: 'RPC version 1 is in service; another version is refused (close 4004)',
      async check(trial) {
        const connection = trial.connect(trial.world.game, { version: '2' });
        trial.note('connect with v=2');
        trial.expect(await connection.closed(), is(4004), 'close code');
      },
    },
  ],
};
