import type { Goal, Row } from '../kernel/row.js';
import type { BenchDaemon } from '../servers/daemon.js';
import { httpRow } from './http-rows.js';

const GOALS: readonly Goal[] = [
  { measure: 'cpu', against: 'bare Fastify', atMost: 1.25 },
  { measure: 'cpu', against: 'raw node:http', atMost: 1.5 },
];

/** Reads over REST of a guild of 10 channels, 10 roles and 50 members. */
const READS: Readonly<Record<string, (daemon: BenchDaemon) => string>> = {
  'GET guild': ({ world }) => `/guilds/${world.guildId}`,
  'GET channels': ({ world }) => `/guilds/${world.guildId}/channels`,
  'GET roles': ({ world }) => `/guilds/${world.guildId}/roles`,
  'GET member': ({ world }) => `/guilds/${world.guildId}/members/${world.person.id}`,
  'GET members, a page of 50': ({ world }) => `/guilds/${world.guildId}/members?limit=50`,
};

export const readRows: readonly Row[] = Object.entries(READS).map(([name, path]) =>
  httpRow({ name, goals: GOALS, request: (daemon) => daemon.request('GET', path(daemon)) }),
);
