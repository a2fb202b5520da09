import { createRequire } from 'node:module';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { decodeFrame } from '../helpers/decode-frame.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { measure, perSecond, print } from './harness.js';

const erlpack = createRequire(import.meta.url)('erlpack') as {
  pack(value: unknown): Buffer;
  unpack(bytes: Buffer): unknown;
};

const TIMES = 3_000;

/** Frames as the RPC server sends and takes them, small and large. */
const FRAMES: [string, unknown][] = [
  [
    'a command',
    { cmd: 'GET_CHANNEL', args: { channel_id: '155117677105512449' }, nonce: 'f48f6176-4afb-4c03' },
  ],
  [
    'a channel with 50 messages',
    {
      cmd: 'GET_CHANNEL',
      data: {
        ...textChannel('155117677105512449'),
        messages: Array.from({ length: 50 }, (_, index) =>
          message(`1573655871697715${index}`, '155117677105512449'),
        ),
      },
      evt: null,
      nonce: 'f48f6176-4afb-4c03',
    },
  ],
  [
    'a guild',
    guild('155117677105512449', {
      channels: Array.from({ length: 30 }, (_, index) => textChannel(`${index}`)),
    }),
  ],
];

function rate(run: () => void): number {
  const started = performance.now();
  for (let time = 0; time < TIMES; time += 1) run();
  return perSecond(TIMES, started);
}

for (const [what, value] of FRAMES) {
  const bytes = erlpack.pack(value);
  const rows = [
    { verb: 'encode', ours: () => void etfEncoding.encode(value), theirs: () => void erlpack.pack(value) },
    {
      verb: 'decode',
      ours: () => void decodeFrame(etfEncoding, bytes),
      theirs: () => void erlpack.unpack(bytes),
    },
  ];
  for (const { verb, ours, theirs } of rows) {
    print(
      await measure({
        name: `ETF: ${verb} ${what}`,
        bound: 'erlpack',
        goal: 1,
        rounds: 9,
        ours: () => rate(ours),
        theirs: () => rate(theirs),
      }),
    );
  }
}
