import { setTimeout as sleep } from 'node:timers/promises';
import type { FanOutLoad, SocketTarget } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row } from '../kernel/row.js';
import type { BenchDaemon } from '../servers/daemon.js';
import { receiveOne } from './ask-once.js';

const RECEIVERS = 1_000;
/** Which other frames may follow the last reply of the set-up, e.g. GUILD_CREATE. */
const SETTLE_MS = 1_000;

/** Not the one of other rows: a row begins when the daemon has handled the events of the row before. */
const CONTENT = 'for everybody';

const GOALS: readonly Goal[] = [
  { measure: 'cpu', against: 'raw net', atMost: 1.3 },
  { measure: 'cpu', against: 'bare ws', atMost: 1 },
];

interface FanOutRowOptions {
  readonly name: string;
  readonly goals: readonly Goal[];
  /** bytes that only frames of the event contain; empty: of all frames */
  readonly marker: string;
  readonly targets: (daemon: BenchDaemon) => Promise<readonly SocketTarget[]>;
  /** a connection that receives the bytes which the bounds send, where it is none of the targets */
  readonly sample?: (daemon: BenchDaemon) => Promise<SocketTarget>;
}

/** A row of messages to a thousand connections: bare `ws` and raw `net` send the same bytes to as many. */
function fanOutRow({ name, goals, marker, targets, sample }: FanOutRowOptions): Row {
  return {
    name,
    goals,
    rounds: 9,
    isOfDaemon: true,
    async open(world) {
      const daemon = await world.daemon();
      const path = `/channels/${daemon.world.textId}/messages`;
      const trigger = daemon.request('POST', path, JSON.stringify({ content: CONTENT }));
      const own = { kind: 'fan-out', targets: await targets(daemon), marker, trigger } as const;
      const sampled = sample === undefined ? own.targets.slice(0, 1) : [await sample(daemon)];
      const frame = await receiveOne({ ...own, targets: sampled, marker: CONTENT });
      const [ws, net] = [await world.bound({ kind: 'ws' }), await world.bound({ kind: 'net' })];
      const load = ({ port }: { port: number }): FanOutLoad => ({
        kind: 'fan-out',
        targets: Array.from({ length: RECEIVERS }, () => ({ port, path: '/', isGreeted: false, setup: [] })),
        marker: '',
        trigger: { port, method: 'POST', path: '/', authorization: '', body: frame },
      });
      const subjects = [
        await loadSubject(world, { name: 'Guildhall', server: daemon, load: own }),
        await loadSubject(world, { name: 'bare ws', server: ws, load: load(ws) }),
        await loadSubject(world, { name: 'raw net', server: net, load: load(net) }),
      ];
      await sleep(SETTLE_MS);
      return subjects;
    },
  };
}

async function gatewayTargets(daemon: BenchDaemon, query: string): Promise<SocketTarget[]> {
  return (await daemon.crowd()).map((person) => daemon.gatewayTarget(person, query));
}

export const fanOutRows: readonly Row[] = [
  fanOutRow({
    name: 'MESSAGE_CREATE to 1,000 RPC subscribers',
    goals: GOALS,
    // The reply to SUBSCRIBE names the event, too.
    marker: '"evt":"MESSAGE_CREATE","nonce":null',
    async targets(daemon) {
      const { textId: channel_id } = daemon.world;
      const subscribe = { cmd: 'SUBSCRIBE', evt: 'MESSAGE_CREATE', args: { channel_id }, nonce: 'subscribe' };
      return Array.from({ length: RECEIVERS }, () => daemon.rpcTarget([daemon.authenticate(), subscribe]));
    },
  }),
  fanOutRow({
    name: 'MESSAGE_CREATE to 1,000 gateway sessions',
    goals: GOALS,
    marker: '"t":"MESSAGE_CREATE"',
    targets: (daemon) => gatewayTargets(daemon, ''),
  }),
  fanOutRow({
    name: 'MESSAGE_CREATE to 1,000 gateway sessions with zlib-stream',
    goals: [],
    // Compressed: each frame counts, and there are no others.
    marker: '',
    targets: (daemon) => gatewayTargets(daemon, '&compress=zlib-stream'),
    sample: async (daemon) => (await gatewayTargets(daemon, ''))[0] ?? daemon.rpcTarget(),
  }),
];
