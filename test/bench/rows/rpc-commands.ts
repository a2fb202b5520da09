import type { RoundTripLoad, SocketTarget } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row, Subject } from '../kernel/row.js';
import type { BenchDaemon } from '../servers/daemon.js';
import type { World } from '../servers/world.js';
import { askOnce } from './ask-once.js';

interface CommandRowOptions {
  readonly name: string;
  readonly goals: readonly Goal[];
  /** one command at a time on each, by default one, as a game has */
  readonly connections?: number;
  readonly isAuthenticated: boolean;
  readonly command: (daemon: BenchDaemon) => object;
  readonly more?: (world: World) => Promise<Subject[]>;
}

/** Round trips of one command: the daemon, and a bare `ws` that parses JSON and answers the same bytes. */
function commandRow({
  name,
  goals,
  connections = 1,
  command,
  isAuthenticated,
  more,
}: CommandRowOptions): Row {
  return {
    name,
    goals,
    isOfDaemon: true,
    async open(world) {
      const daemon = await world.daemon();
      const target = daemon.rpcTarget(isAuthenticated ? [daemon.authenticate()] : []);
      const payload = { ...command(daemon), nonce: '0123456789' };
      const bare = await world.bound({ kind: 'ws', reply: await askOnce(target, payload) });
      const load = (to: SocketTarget) => roundTrips(to, payload, connections);
      const bareTarget = { ...target, port: bare.port, isGreeted: false, setup: [] };
      return [
        await loadSubject(world, { name: 'Guildhall', server: daemon, load: load(target) }),
        await loadSubject(world, { name: 'bare ws', server: bare, load: load(bareTarget) }),
        ...((await more?.(world)) ?? []),
      ];
    },
  };
}

function roundTrips(target: SocketTarget, payload: object, connections: number): RoundTripLoad {
  return { kind: 'round-trips', target, connections, frame: JSON.stringify(payload) };
}

/** arRPC refuses this command, which it knows, with an ERROR. */
async function refusingArrpc(world: World): Promise<Subject[]> {
  const arrpc = await world.arrpc();
  const load = roundTrips(arrpc.target, { cmd: 'CONNECTIONS_CALLBACK', args: {}, nonce: '0123456789' }, 1);
  return [await loadSubject(world, { name: 'arRPC', server: arrpc, load })];
}

/** Round trips of one command over IPC, and over a WebSocket of the same daemon. */
function ipcRow(name: string, command: (daemon: BenchDaemon) => object, isAuthenticated: boolean): Row {
  return {
    name,
    goals: [{ measure: 'cpu', against: 'over WebSocket', atMost: 1 }],
    isOfDaemon: true,
    async open(world) {
      const daemon = await world.daemon();
      const setup = isAuthenticated ? [daemon.authenticate()] : [];
      const payload = { ...command(daemon), nonce: '0123456789' };
      const subject = (subjectName: string, target: SocketTarget) =>
        loadSubject(world, { name: subjectName, server: daemon, load: roundTrips(target, payload, 1) });
      return [
        await subject('Guildhall', daemon.ipcTarget(setup)),
        await subject('over WebSocket', daemon.rpcTarget(setup)),
      ];
    },
  };
}

const LIKE_WS: Goal = { measure: 'cpu', against: 'bare ws', atMost: 1.15 };
const LIKE_ARRPC: Goal = { measure: 'cpu', against: 'arRPC', atMost: 1 };

export const commandRows: readonly Row[] = [
  commandRow({
    name: 'GET_CHANNEL that succeeds',
    goals: [LIKE_WS],
    isAuthenticated: true,
    command: getVoiceChannel,
  }),
  commandRow({
    name: 'GET_CHANNEL that succeeds, 8 connections',
    goals: [],
    connections: 8,
    isAuthenticated: true,
    command: getVoiceChannel,
  }),
  commandRow({
    name: 'GET_CHANNEL refused with 4005',
    goals: [LIKE_WS, LIKE_ARRPC],
    isAuthenticated: true,
    command: () => ({ cmd: 'GET_CHANNEL', args: { channel_id: '1' } }),
    more: refusingArrpc,
  }),
  commandRow({
    name: 'GET_CHANNEL refused before AUTHENTICATE',
    goals: [LIKE_WS, LIKE_ARRPC],
    isAuthenticated: false,
    command: getVoiceChannel,
    more: refusingArrpc,
  }),
  ipcRow('IPC: GET_CHANNEL that succeeds', getVoiceChannel, true),
  ipcRow('IPC: GET_CHANNEL refused before AUTHENTICATE', getVoiceChannel, false),
];

function getVoiceChannel({ world }: BenchDaemon): object {
  return { cmd: 'GET_CHANNEL', args: { channel_id: world.voiceId } };
}
