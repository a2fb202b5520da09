import type { ConnectLoad, SocketTarget } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row } from '../kernel/row.js';
import { firstFrame } from './ask-once.js';

/** Connections until READY, each closed then: the daemon, a bare `ws` that sends the same READY, and arRPC. */
function connectRow(parallel: number, goals: readonly Goal[]): Row {
  return {
    name: `connect to READY, ${parallel} at a time`,
    goals,
    isOfDaemon: true,
    async open(world) {
      const daemon = await world.daemon();
      const target = daemon.rpcTarget();
      const bare = await world.bound({ kind: 'ws', greeting: await firstFrame(target) });
      const arrpc = await world.arrpc();
      const load = (to: Partial<SocketTarget>): ConnectLoad => ({
        kind: 'connects',
        target: { ...target, ...to },
        parallel,
      });
      return [
        await loadSubject(world, { name: 'Guildhall', server: daemon, load: load({}) }),
        await loadSubject(world, { name: 'bare ws', server: bare, load: load({ port: bare.port }) }),
        await loadSubject(world, { name: 'arRPC', server: arrpc, load: load(arrpc.target) }),
      ];
    },
  };
}

export const connectRows: readonly Row[] = [
  connectRow(1, []),
  connectRow(50, [
    { measure: 'rate', against: 'bare ws', atLeast: 0.8 },
    { measure: 'rate', against: 'arRPC', atLeast: 1 },
  ]),
];
