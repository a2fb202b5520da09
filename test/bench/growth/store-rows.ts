import { COUNTER } from '../generators/load.js';
import type { Row } from '../kernel/row.js';
import { firstRequestRow, loadRow, type Sizes, startRow } from './growth-row.js';
import { BOT_TOKEN, channelWithMessages, guildId, personId } from './sized-store.js';
import type { Stage } from './stage.js';

const HTTP_CONNECTIONS = 32;
/** How many members, guilds or places in the history are requested in turn. */
const VARIETY = 500;
const WORLD = `/guilds/${guildId(0)}`;

const MB = 1_000_000;

function sizesOf<Name extends keyof Sizes[string]>(
  what: Name,
  counts: readonly number[],
  unit: string,
  divisor = 1,
): Sizes {
  const small = { guilds: 1, members: 10, messageBytes: 0 };
  return Object.fromEntries(
    counts.map((count) => [
      `${(count / divisor).toLocaleString('en-US')} ${unit}`,
      { ...small, [what]: count },
    ]),
  );
}

/** By the number of guilds in the store. */
export function guildRows(stage: Stage, counts: readonly number[]): Row[] {
  const sizes = sizesOf('guilds', counts, 'guilds');
  return [
    startRow(stage, sizes, 'growth, guilds: start of the service'),
    loadRow(stage, sizes, 'growth, guilds: GET guild', (service) => ({
      kind: 'http',
      request: service.request('GET', [WORLD]),
      connections: HTTP_CONNECTIONS,
    })),
    loadRow(stage, sizes, 'growth, guilds: durable PATCH guild', (service) => ({
      kind: 'http',
      request: service.request('PATCH', [WORLD], JSON.stringify({ name: `guild ${COUNTER}` })),
      connections: HTTP_CONNECTIONS,
    })),
    loadRow(stage, sizes, 'growth, guilds: identify of a bot in five guilds, to READY', (service) => ({
      kind: 'connects',
      target: service.gatewayTarget(`Bot ${BOT_TOKEN}`),
      parallel: 4,
    })),
  ];
}

/** By the number of members of one guild. */
export function memberRows(stage: Stage, counts: readonly number[]): Row[] {
  const sizes = sizesOf('members', counts, 'members');
  const request = (name: string, method: string, toPath: (user: string) => string, body?: string) =>
    loadRow(stage, sizes, `growth, members: ${name}`, (service) => {
      const { members } = service.store.size;
      const step = Math.max(1, Math.floor(members / VARIETY));
      const users = Array.from({ length: Math.min(members, VARIETY) }, (_, index) => personId(index * step));
      return {
        kind: 'http',
        request: service.request(
          method,
          users.map((user) => `${WORLD}${toPath(user)}`),
          body,
        ),
        connections: HTTP_CONNECTIONS,
      };
    });
  return [
    firstRequestRow(stage, sizes, 'growth, members: first request, which loads the guild', WORLD),
    request('GET member', 'GET', (user) => `/members/${user}`),
    request('List members, 10 after any', 'GET', (user) => `/members?limit=10&after=${BigInt(user) - 11n}`),
    request(
      'durable PATCH member',
      'PATCH',
      (user) => `/members/${user}`,
      JSON.stringify({ nick: `nick ${COUNTER}` }),
    ),
  ];
}

/** By the size of the history. */
export function messageRows(stage: Stage, bytes: readonly number[]): Row[] {
  const sizes = sizesOf('messageBytes', bytes, 'MB of messages', MB);
  const request = (name: string, toQuery: (message: string) => string) =>
    loadRow(stage, sizes, `growth, messages: ${name}`, (service) => ({
      kind: 'http',
      request: service.request(
        'GET',
        service.store
          .messageIds(VARIETY)
          .map((id, index) => `/channels/${channelWithMessages(index)}/messages?limit=50${toQuery(id)}`),
      ),
      connections: HTTP_CONNECTIONS,
    }));
  return [
    startRow(stage, sizes, 'growth, messages: start of the service'),
    request('GET messages, the newest 50', () => ''),
    request('GET messages, 50 before any', (id) => `&before=${id}`),
    request('GET messages, 50 around any', (id) => `&around=${id}`),
    loadRow(stage, sizes, 'growth, messages: durable POST message', (service) => ({
      kind: 'http',
      request: service.request(
        'POST',
        Array.from({ length: VARIETY }, (_, index) => `/channels/${channelWithMessages(index)}/messages`),
        JSON.stringify({ content: `hello ${COUNTER}` }),
      ),
      connections: HTTP_CONNECTIONS,
    })),
  ];
}
