import type { Load } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Row, Subject } from '../kernel/row.js';
import type { CrowdedServer } from './crowds.js';
import { flatGoal } from './growth-row.js';
import { guildId } from './sized-store.js';

/** How many connections send commands, connect at a time, or send requests. */
const ACTIVE = 8;

/** Servers by the number of their connections, e.g. `1,000 connections`, smallest first. */
export type CrowdedServers = ReadonlyMap<string, CrowdedServer>;

/** RPC while many others are connected. */
export function rpcRows(servers: CrowdedServers): Row[] {
  return [
    crowdRow(servers, 'growth, RPC: GET_CHANNEL', ({ target, voiceChannelId }) => ({
      kind: 'round-trips',
      target,
      connections: ACTIVE,
      frame: JSON.stringify({ cmd: 'GET_CHANNEL', args: { channel_id: voiceChannelId }, nonce: '0' }),
    })),
    connectRow(servers, 'growth, RPC: connect and authenticate'),
    fanOutRow(servers, 'growth, RPC: MESSAGE_CREATE to 100 subscribers'),
  ];
}

/** The gateway, and REST beside it, while sessions are connected. */
export function gatewayRows(servers: CrowdedServers): Row[] {
  return [
    crowdRow(servers, 'growth, gateway: GET guild beside it', (server) => ({
      kind: 'http',
      request: server.request('GET', `/guilds/${guildId(0)}`),
      connections: ACTIVE,
    })),
    connectRow(servers, 'growth, gateway: identify to READY'),
    fanOutRow(servers, 'growth, gateway: MESSAGE_CREATE to 100 sessions'),
  ];
}

function connectRow(servers: CrowdedServers, name: string): Row {
  return crowdRow(servers, name, ({ target }) => ({ kind: 'connects', target, parallel: ACTIVE }));
}

function fanOutRow(servers: CrowdedServers, name: string): Row {
  return crowdRow(servers, name, (server) => ({
    kind: 'fan-out',
    targets: server.receivers,
    marker: server.marker,
    trigger: server.request('POST', `/channels/${server.channelId}/messages`, '{"content":"hello"}'),
  }));
}

function crowdRow(servers: CrowdedServers, name: string, load: (server: CrowdedServer) => Load): Row {
  return {
    name,
    goals: flatGoal([...servers.keys()]),
    async open(world) {
      const subjects: Subject[] = [];
      for (const [size, crowded] of [...servers].reverse()) {
        const { server, crowd } = crowded;
        subjects.push(crowd.beside(await loadSubject(world, { name: size, server, load: load(crowded) })));
      }
      return subjects;
    },
  };
}
