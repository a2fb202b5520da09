import { setTimeout as sleep } from 'node:timers/promises';
import type { FanOutLoad, HttpRequest, SocketTarget } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Goal, Row } from '../kernel/row.js';
import type { BenchDaemon } from '../servers/daemon.js';
import { receiveOne } from './ask-once.js';

const RECEIVERS = 1_000;
/** Which other frames may follow the last reply of the set-up, e.g. GUILD_CREATE. */
const SETTLE_MS = 1_000;

/** Only frames of the event contain it: the whole channel of it, and no other. */
const MARKER = 'MESSAGE_CREATE","nonce';
const GATEWAY_MARKER = '"t":"MESSAGE_CREATE"';

const GOALS: readonly Goal[] = [
  { measure: 'cpu', against: 'raw net', atMost: 1.3 },
  { measure: 'cpu', against: 'bare ws', atMost: 1 },
];

interface FanOutRowOptions {
  readonly name: string;
  readonly goals: readonly Goal[];
  readonly marker: string;
  readonly targets: (daemon: BenchDaemon) => Promise<readonly SocketTarget[]>;
  readonly trigger: (daemon: BenchDaemon) => HttpRequest;
}

/** A row of events to a thousand connections: bare `ws` and raw `net` send the same bytes to as many. */
function fanOutRow({ name, goals, marker, targets, trigger }: FanOutRowOptions): Row {
  return {
    name,
    goals,
    rounds: 9,
    async open(world) {
      const daemon = await world.daemon();
      const own: FanOutLoad = {
        kind: 'fan-out',
        targets: await targets(daemon),
        marker,
        trigger: trigger(daemon),
      };
      const frame = await receiveOne(own);
      const [ws, net] = [await world.bound({ kind: 'ws' }), await world.bound({ kind: 'net' })];
      const load = ({ port }: { port: number }): FanOutLoad => ({
        kind: 'fan-out',
        targets: own.targets.map((target) => ({ ...target, port, isGreeted: false, setup: [] })),
        marker,
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

function postMessage(daemon: BenchDaemon): HttpRequest {
  return daemon.request('POST', `/channels/${daemon.world.textId}/messages`, '{"content":"hello"}');
}

export const fanOutRows: readonly Row[] = [
  fanOutRow({
    name: 'MESSAGE_CREATE to 1,000 RPC subscribers',
    goals: GOALS,
    marker: MARKER,
    async targets(daemon) {
      const { textId: channel_id } = daemon.world;
      const subscribe = { cmd: 'SUBSCRIBE', evt: 'MESSAGE_CREATE', args: { channel_id }, nonce: 'subscribe' };
      return Array.from({ length: RECEIVERS }, () => daemon.rpcTarget([daemon.authenticate(), subscribe]));
    },
    trigger: postMessage,
  }),
  fanOutRow({
    name: 'MESSAGE_CREATE to 1,000 gateway sessions',
    goals: GOALS,
    marker: GATEWAY_MARKER,
    async targets(daemon) {
      const people = await daemon.createPeople(RECEIVERS);
      await daemon.joinByInvite(daemon.world.textId, people);
      return people.map(({ token }) => daemon.gatewayTarget(token));
    },
    trigger: postMessage,
  }),
];
