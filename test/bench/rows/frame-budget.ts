import { isUtf8 } from 'node:buffer';
import { FrameBudgets } from '#guildhall/net/frames/frame-budget.js';
import { MessageProgress } from '#guildhall/net/websocket/message-progress.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import { DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { decodeBounds, RPC_LIMITS, workLimits } from '#guildhall/rpc/limits.js';
import { inProcessSubject } from '../kernel/in-process-subject.js';
import type { Row } from '../kernel/row.js';

const FRAME = Buffer.from(JSON.stringify({ cmd: 'GET_CHANNEL', args: { channel_id: '11' }, nonce: '1234' }));
const WIRE = Buffer.concat([Buffer.from([0x81, 0x80 | FRAME.length, 1, 2, 3, 4]), FRAME]);

/** Decodes a frame as a connection does. */
function decodeWithBudget(): () => void {
  const limits = { ...defaultsOf(RPC_LIMITS), workPerSecond: Number.MAX_SAFE_INTEGER };
  const budget = new FrameBudgets(workLimits(limits), systemClock).create();
  const progress = new MessageProgress();
  const bounds = decodeBounds(limits);
  return () => {
    progress.take(WIRE);
    budget.chargeFrame(FRAME.length, true);
    const meter = new DecodeMeter(bounds);
    jsonEncoding.decode(FRAME, meter);
    budget.chargeDecoding(meter, true);
  };
}

function decodeAlone(): void {
  if (isUtf8(FRAME)) JSON.parse(Buffer.from(FRAME.buffer, FRAME.byteOffset, FRAME.byteLength).toString());
}

/** What following, measuring and charging a frame adds to its decoding. */
export const frameBudgetRows: readonly Row[] = [
  {
    name: 'decode a command, followed, measured and charged',
    goals: [{ measure: 'cpu', against: 'decoded alone', as: 'difference', atMost: 0.3 }],
    rounds: 9,
    open: async () => [
      inProcessSubject('Guildhall', decodeWithBudget()),
      inProcessSubject('decoded alone', decodeAlone),
    ],
  },
];
