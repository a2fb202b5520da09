import { createRequire } from 'node:module';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { decodeFrame } from '../../helpers/decode-frame.js';
import { guild, message, textChannel } from '../../helpers/objects.js';
import { inProcessSubject } from '../kernel/in-process-subject.js';
import type { Row } from '../kernel/row.js';

const erlpack = createRequire(import.meta.url)('erlpack') as {
  pack(value: unknown): Buffer;
  unpack(bytes: Buffer): unknown;
};

const CHANNEL = '155117677105512449';
const NONCE = 'f48f6176-4afb-4c03';

/** Frames as the RPC server sends and takes them, small and large. */
const FRAMES: Readonly<Record<string, unknown>> = {
  'a command': { cmd: 'GET_CHANNEL', args: { channel_id: CHANNEL }, nonce: NONCE },
  'a channel with 50 messages': {
    cmd: 'GET_CHANNEL',
    data: {
      ...textChannel(CHANNEL),
      messages: Array.from({ length: 50 }, (_, index) => message(`1573655871697715${index}`, CHANNEL)),
    },
    evt: null,
    nonce: NONCE,
  },
  'a guild': guild(CHANNEL, { channels: Array.from({ length: 30 }, (_, index) => textChannel(`${index}`)) }),
};

/** A row of calls in this process beside those of the native `erlpack`. */
function etfRow(name: string, ours: () => void, native: () => void): Row {
  return {
    name,
    goals: [{ measure: 'cpu', against: 'erlpack', atMost: 1 }],
    rounds: 5,
    open: async () => [inProcessSubject('Guildhall', ours), inProcessSubject('erlpack', native)],
  };
}

export const etfRows: readonly Row[] = Object.entries(FRAMES).flatMap(([what, value]) => {
  const bytes = erlpack.pack(value);
  return [
    etfRow(
      `ETF: encode ${what}`,
      () => void etfEncoding.encode(value),
      () => void erlpack.pack(value),
    ),
    etfRow(
      `ETF: decode ${what}`,
      () => void decodeFrame(etfEncoding, bytes),
      () => void erlpack.unpack(bytes),
    ),
  ];
});
