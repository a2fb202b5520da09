import { fileURLToPath } from 'node:url';
import type { ConnectLoad, SocketTarget } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Row } from '../kernel/row.js';

const PROGRAM = fileURLToPath(import.meta.resolve('../servers/peer-check-process.js'));

/** What looking up the user of a connection's other end costs: the RPC server over mocks with and without it. */
export const peerCheckRows: readonly Row[] = [
  {
    name: 'connect with the peer check',
    goals: [{ measure: 'cpu', against: 'without it', atMost: 1.1 }],
    async open(world) {
      const server = await world.server<{ checked: SocketTarget; unchecked: SocketTarget }>(PROGRAM);
      const load = (target: SocketTarget): ConnectLoad => ({ kind: 'connects', target, parallel: 8 });
      const { checked, unchecked } = server.told;
      return [
        await loadSubject(world, { name: 'Guildhall', server, load: load(checked) }),
        await loadSubject(world, { name: 'without it', server, load: load(unchecked) }),
      ];
    },
  },
];
