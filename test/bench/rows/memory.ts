import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Generator } from '../generators/generator.js';
import type { SocketTarget } from '../generators/load.js';
import { memoryOf } from '../kernel/memory.js';
import type { Row, Subject } from '../kernel/row.js';
import { ArrpcServer } from '../servers/arrpc.js';
import { BoundServer } from '../servers/bound.js';
import { COLLECTING_ENVIRONMENT, collectGarbage } from '../servers/collect-garbage.js';
import type { PreparedHome } from '../servers/prepared-home.js';
import { firstFrame } from './ask-once.js';

const ROUNDS = 3;
const CONNECTIONS = 2_000;
/** Opened before, so that what is loaded and compiled for the first connections does not count. */
const FIRST_CONNECTIONS = 200;
const SETTLE_MS = 6_000;
const SHORT_ROUND_MS = 200;

/** A server that is started for one round. */
interface Started {
  readonly pid: number;
  readonly target: SocketTarget;
  stop(): Promise<void>;
}

async function startDaemon(home: PreparedHome, environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  const daemon = await home.prepare(environment);
  await daemon.start();
  return daemon;
}

async function holdConnections(target: SocketTarget, connections: number): Promise<Generator> {
  return Generator.start({ kind: 'round-trips', target, connections, frame: '' });
}

/** Resident memory of a connection that has received READY, after garbage was collected. */
function connectionMemory(name: string, start: () => Promise<Started>): Subject {
  return {
    name,
    async measure(ms) {
      const connections = ms < SHORT_ROUND_MS ? FIRST_CONNECTIONS : CONNECTIONS;
      const server = await start();
      const first = await holdConnections(server.target, FIRST_CONNECTIONS);
      await collectGarbage(server.pid);
      const before = memoryOf(server.pid).memory;
      const more = await holdConnections(server.target, connections);
      await collectGarbage(server.pid);
      const grown = memoryOf(server.pid).memory - before;
      for (const one of [more, first, server]) await one.stop();
      return { values: { memory: grown / connections } };
    },
  };
}

/** Memory of a server some time after its start, with no connection. */
function idleMemory(name: string, start: () => Promise<Pick<Started, 'pid' | 'stop'>>): Subject {
  return {
    name,
    async measure(ms) {
      const server = await start();
      await sleep(ms < SHORT_ROUND_MS ? ms : SETTLE_MS);
      const { memory, shareOfMemory } = memoryOf(server.pid);
      await server.stop();
      return { values: { memory, shareOfMemory } };
    },
  };
}

async function startBareNode(): Promise<Pick<Started, 'pid' | 'stop'>> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  return {
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

export const memoryRows: readonly Row[] = [
  {
    name: 'memory of an idle RPC connection',
    goals: [{ measure: 'memory', atMost: 20 }],
    rounds: ROUNDS,
    async open(world) {
      const home = await world.home();
      const daemon = await startDaemon(home);
      const greeting = await firstFrame(daemon.target);
      const { target } = daemon;
      await daemon.stop();
      return [
        connectionMemory('Guildhall', () => startDaemon(home, COLLECTING_ENVIRONMENT)),
        connectionMemory('bare ws', async () => {
          const bound = await BoundServer.start({ kind: 'ws', greeting }, COLLECTING_ENVIRONMENT);
          return { pid: bound.pid, target: { ...target, port: bound.port }, stop: () => bound.stop() };
        }),
        connectionMemory('arRPC', () => ArrpcServer.start(COLLECTING_ENVIRONMENT)),
      ];
    },
  },
  {
    name: 'memory of the idle daemon, 100 guilds',
    goals: [{ measure: 'memory', against: 'bare node', atMost: 1.6 }],
    rounds: ROUNDS,
    async open(world) {
      const home = await world.home();
      return [
        idleMemory('Guildhall', () => startDaemon(home)),
        idleMemory('bare node', startBareNode),
        idleMemory('arRPC', () => ArrpcServer.start()),
      ];
    },
  },
];
