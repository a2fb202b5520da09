import { COUNTER } from '../generators/load.js';
import type { Goal, Row } from '../kernel/row.js';
import { httpRow } from './http-rows.js';

const GOALS: readonly Goal[] = [
  { measure: 'cpu', against: 'bare Fastify', atMost: 2 },
  { measure: 'rate', against: 'bare Fastify', atLeast: 0.5 },
];

/** Writes over REST that are answered once they are on the disk (`synchronous=FULL`), beside answers without a disk. */
export const writeRows: readonly Row[] = [
  httpRow({
    name: 'durable PATCH nick',
    goals: GOALS,
    request: (daemon) =>
      daemon.request(
        'PATCH',
        `/guilds/${daemon.world.guildId}/members/@me/nick`,
        JSON.stringify({ nick: `n${COUNTER}` }),
      ),
  }),
  httpRow({
    name: 'durable POST message',
    goals: GOALS,
    request: (daemon) =>
      daemon.request(
        'POST',
        `/channels/${daemon.world.textId}/messages`,
        JSON.stringify({ content: `hello ${COUNTER}` }),
      ),
  }),
];
