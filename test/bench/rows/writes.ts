import { rest } from '../../helpers/service.js';
import { COUNTER } from '../generators/load.js';
import type { Goal, Row } from '../kernel/row.js';
import type { BenchDaemon } from '../servers/daemon.js';
import { httpRow } from './http-rows.js';

const GOALS: readonly Goal[] = [
  { measure: 'cpu', against: 'bare Fastify', atMost: 2 },
  { measure: 'rate', against: 'bare Fastify', atLeast: 0.5 },
];

/** A text channel of a new guild that the bot alone is in: no session receives its events. */
async function unobservedChannel({ apiUrl, bot }: BenchDaemon): Promise<{ id: string; guild_id: string }> {
  const { id } = (await rest(apiUrl, 'POST', '/guilds', bot, { name: 'Unobserved' })) as { id: string };
  const path = `/guilds/${id}/channels`;
  return (await rest(apiUrl, 'POST', path, bot, { name: 'text' })) as { id: string; guild_id: string };
}

const patchNick = (daemon: BenchDaemon, guildId: string) =>
  daemon.request('PATCH', `/guilds/${guildId}/members/@me/nick`, JSON.stringify({ nick: `n${COUNTER}` }));

const postMessage = (daemon: BenchDaemon, channelId: string) =>
  daemon.request('POST', `/channels/${channelId}/messages`, JSON.stringify({ content: `hello ${COUNTER}` }));

/**
 * Writes over REST that are answered once they are on the disk (`synchronous=FULL`), beside answers without a disk.
 * Where a session receives them, it is that of the person who is signed in, and so in the process that is measured:
 * sending and reading the event counts, too.
 */
export const writeRows: readonly Row[] = [
  httpRow({
    name: 'durable PATCH nick',
    goals: GOALS,
    request: async (daemon) => patchNick(daemon, (await unobservedChannel(daemon)).guild_id),
  }),
  httpRow({
    name: 'durable POST message',
    goals: GOALS,
    request: async (daemon) => postMessage(daemon, (await unobservedChannel(daemon)).id),
  }),
  httpRow({
    name: 'durable PATCH nick that a session receives',
    goals: [],
    request: (daemon) => patchNick(daemon, daemon.world.guildId),
  }),
  httpRow({
    name: 'durable POST message that a session receives',
    goals: [],
    request: (daemon) => postMessage(daemon, daemon.world.textId),
  }),
];
