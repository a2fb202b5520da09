import { once } from 'node:events';
import { WebSocket } from 'ws';
import { rest } from '../../helpers/service.js';
import { COUNTER } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Row, Subject } from '../kernel/row.js';
import { type Service, serviceRequest, startService } from '../servers/service.js';
import type { World } from '../servers/world.js';

const MEMBERS = 100_000;
const CONNECTIONS = 32;
const NAMED = 'of 100,000 members';
/** Loading the guild once takes half a second. */
const ROUNDS = 5;

interface MemberRowOptions {
  readonly name: string;
  readonly method: string;
  /** below the members of a guild */
  readonly path: (service: Service) => string;
  readonly body?: string;
}

function largeGuild(world: World): Promise<Service> {
  return world.shared('large guild', () => startService({ members: MEMBERS }));
}

/** A row of requests about a guild of 100,000 members, beside the same about a guild of 10. */
function memberRow({ name, method, path, body }: MemberRowOptions): Row {
  return {
    name: `${name} ${NAMED}`,
    goals: [{ measure: 'cpu', against: 'a guild of 10', atMost: 1.1 }],
    async open(world) {
      const service = await largeGuild(world);
      const { guildId, smallGuildId } = service.told;
      const inGuild = (subject: string, guild: string) => {
        const request = serviceRequest(service, method, `/guilds/${guild}/members${path(service)}`, body);
        const load = { kind: 'http', request, connections: CONNECTIONS } as const;
        return loadSubject(world, { name: subject, server: service, load });
      };
      return [await inGuild('Guildhall', guildId), await inGuild('a guild of 10', smallGuildId)];
    },
  };
}

/** From the first request about the guild after a start, which loads it, to the response. */
function loading(service: Service): Subject {
  return {
    name: 'Guildhall',
    async measure() {
      service.told = await service.ask('restart');
      const { bot, botId, guildId, url } = service.told;
      await rest(url, 'GET', '/users/@me', bot);
      const started = performance.now();
      await rest(url, 'GET', `/guilds/${guildId}/members/${botId}`, bot);
      return { values: { time: performance.now() - started } };
    },
  };
}

/** A bot's session: from IDENTIFY to GUILD_CREATE, and then all members by requests over it. */
function session({ told: { url, bot, guildId } }: Service): Subject {
  return {
    name: 'Guildhall',
    async measure() {
      const socket = new WebSocket(`${url.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6&encoding=json`);
      await once(socket, 'open');
      const begin = performance.now();
      socket.send(JSON.stringify({ op: 2, d: { token: bot } }));
      await nextEvent(socket, ({ t, d }) => t === 'GUILD_CREATE' && d.id === guildId);
      const time = performance.now() - begin;
      socket.send(JSON.stringify({ op: 8, d: { guild_id: guildId, query: '', limit: 0 } }));
      const asked = performance.now();
      let missing = MEMBERS;
      await nextEvent(socket, ({ t, d }) => {
        if (t === 'GUILD_MEMBERS_CHUNK') missing -= d.members.length;
        return missing === 0;
      });
      const rate = MEMBERS / ((performance.now() - asked) / 1000);
      socket.terminate();
      return { values: { time, rate } };
    },
  };
}

interface Payload {
  readonly t: string | null;
  readonly d: { readonly id: string; readonly members: readonly unknown[] };
}

function nextEvent(socket: WebSocket, matches: (payload: Payload) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const take = (data: unknown) => {
      if (!matches(JSON.parse(String(data)) as Payload)) return;
      socket.off('message', take);
      resolve();
    };
    socket.on('message', take);
  });
}

export const largeGuildRows: readonly Row[] = [
  memberRow({ name: 'GET member', method: 'GET', path: ({ told }) => `/${told.botId}` }),
  memberRow({ name: 'GET members, a page of 10,', method: 'GET', path: () => '?limit=10' }),
  memberRow({
    name: 'durable PATCH nick',
    method: 'PATCH',
    path: () => '/@me/nick',
    body: JSON.stringify({ nick: `n${COUNTER}` }),
  }),
  {
    name: `first request of a guild ${NAMED}`,
    goals: [{ measure: 'time', atMost: 1000 }],
    rounds: ROUNDS,
    async open(world) {
      const service = await largeGuild(world);
      const bare: Subject = {
        name: 'sqlite3 and JSON',
        measure: async () => ({ values: { time: await service.ask<number>('bare') } }),
      };
      return [loading(service), bare];
    },
  },
  {
    name: `session over a guild ${NAMED} (GUILD_CREATE, members)`,
    goals: [],
    rounds: ROUNDS,
    open: async (world) => [session(await largeGuild(world))],
  },
];
