// test:all fuzz: measures processor time of hostile input

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { MultipartBody, readParts } from '#guildhall/api/attachments/read-parts.js';
import { JSON_BOUNDS, readForm } from '#guildhall/api/core/http/request-body.js';
import { BODY_BYTES } from '#guildhall/api/core/limits.js';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { readImage } from '#guildhall/api/images/read-image.js';
import { bodyReader } from '#guildhall/api/rest/operation-routes.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import { parseReportDescriptor } from '#guildhall/hardware/hid/report-descriptor.js';
import { WORK } from '#guildhall/net/frames/frame-budget.js';
import { type GamepadsBinding, loadGamepads } from '#guildhall/platform/native/gamepads.js';
import { defaultsOf } from '#guildhall/protocol/declaration/limits.js';
import { type DecodeBounds, DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import type { Encoding } from '#guildhall/protocol/encoding/encoding.js';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { NONCE_KEY } from '#guildhall/protocol/rpc/payload.js';
import { decodeBounds, RPC_LIMITS, unauthenticatedDecodeBounds } from '#guildhall/rpc/limits.js';
import { bodySchema } from '../api/support/body-schema.js';
import { costInBytes, costInBytesOf } from './parser-cost/cpu-cost.js';
import { hostileEtf } from './parser-cost/hostile-etf.js';
import {
  hostileDescriptors,
  hostileForms,
  hostileImages,
  hostileMappings,
} from './parser-cost/hostile-files.js';
import { hostileMultipart } from './parser-cost/hostile-forms.js';
import { hostileJson } from './parser-cost/hostile-json.js';

/** How many bytes of ordinary JSON a unit of work may cost at most. */
const MOST_OF_UNIT = 12;
/** How many of them a byte of hostile input to a parser that is not charged in units may cost at most. */
const MOST_OF_BYTE = 40;
/**
 * How many bytes of ordinary JSON a whole frame may cost at most, a few milliseconds on any machine. One that is itself as long
 * may cost half of its length more, because processors differ in what is ordinary.
 */
const MOST_OF_FRAME = 1024 * 1024;
const mostOfFrame = (length: number) => MOST_OF_FRAME + length / 2;

/** Calls a parser that may refuse its input. */
function tolerate(parse: () => unknown): () => void {
  return () => {
    try {
      parse();
    } catch {
      // To refuse it is right; what it costs is what counts.
    }
  };
}

const ports: [name: string, bounds: DecodeBounds, encodings: readonly Encoding[]][] = [
  [
    'the RPC port before AUTHENTICATE',
    unauthenticatedDecodeBounds(defaultsOf(RPC_LIMITS)),
    [jsonEncoding, etfEncoding],
  ],
  ['the RPC port', decodeBounds(defaultsOf(RPC_LIMITS)), [jsonEncoding, etfEncoding]],
  ['the gateway', GATEWAY_LIMITS.DECODE, [jsonEncoding, etfEncoding]],
  ['a REST body', JSON_BOUNDS, [jsonEncoding]],
];
describe('A frame costs what it is charged for', () => {
  for (const [port, bounds, encodings] of ports) {
    for (const encoding of encodings) {
      const inputs = encoding === jsonEncoding ? hostileJson : hostileEtf;
      test(`${encoding.name} on ${port}`, (context) => {
        const worst = { perUnit: 0, perFrame: 0, what: '' };
        // Half of what is allowed, which is decoded to its end, and all of it.
        for (const size of [bounds.bytes / 2, bounds.bytes]) {
          for (const [what, frame] of inputs(size)) {
            const meter = new DecodeMeter(bounds);
            tolerate(() => encoding.decode(frame, meter, { exactKey: NONCE_KEY }))();
            const units = WORK.FRAME + frame.length + meter.terms * WORK.TERM + meter.inflatedBytes;
            const bound = Math.min(mostOfFrame(frame.length), MOST_OF_UNIT * units);
            const decode = () => encoding.decode(frame, new DecodeMeter(bounds), { exactKey: NONCE_KEY });
            const cost = costInBytes(tolerate(decode), bound, frame.length);
            assert.ok(cost < mostOfFrame(frame.length), `${what} costs as much as ${cost.toFixed(0)} bytes`);
            assert.ok(cost / units < MOST_OF_UNIT, `${what} costs ${(cost / units).toFixed(1)} bytes a unit`);
            if (cost / units > worst.perUnit) Object.assign(worst, { perUnit: cost / units, what });
            worst.perFrame = Math.max(worst.perFrame, cost);
          }
        }
        const { perUnit, perFrame, what } = worst;
        context.diagnostic(
          `worst: ${what}, ${perUnit.toFixed(2)} bytes a unit; frame ${perFrame.toFixed(0)} bytes`,
        );
      });
    }
  }
});

describe('A byte costs little', () => {
  const parsers: [
    name: string,
    inputs: () => ReadonlyMap<string, Uint8Array>,
    parse: (input: Uint8Array) => unknown,
  ][] = [
    ['forms', () => hostileForms(BODY_BYTES.FORM), (input) => readForm(String(input))],
    [
      'images',
      () => hostileImages(),
      (input) => readImage('icon', `data:image/jpeg;base64,${Buffer.from(input).toString('base64')}`),
    ],
    ['descriptors of HID devices', () => hostileDescriptors(4096), parseReportDescriptor],
    [
      'files of gamepad mappings',
      () => hostileMappings(64 * 1024),
      (input) => new (gamepads().Mappings)(String(input)),
    ],
  ];
  for (const [name, inputs, parse] of parsers) {
    test(`of ${name}`, (context) => {
      for (const [what, input] of inputs()) {
        const bound = MOST_OF_BYTE * input.length;
        const cost =
          costInBytes(
            tolerate(() => parse(input)),
            bound,
          ) / input.length;
        context.diagnostic(`${what}: ${cost.toFixed(2)}`);
        assert.ok(cost < MOST_OF_BYTE, `a byte of ${what} costs as much as ${cost.toFixed(1)}`);
      }
    });
  }

  test('of bodies that are checked against the schema of their operation', (context) => {
    for (const operation of OPERATIONS) {
      const { bodyBytes, name } = operation;
      const schema = bodySchema(operation);
      if (schema === null) continue;
      const read = bodyReader(operation);
      for (const item of [{}, 'x', { id: 'x', position: 'x', type: 'x', allow: 'x', name: 1 }]) {
        const text = JSON.stringify(item);
        const list: unknown[] = Array(Math.floor(bodyBytes / (text.length + 1))).fill(item);
        const properties =
          'properties' in schema && typeof schema.properties === 'object' ? schema.properties : null;
        const input =
          properties === null
            ? list
            : Object.fromEntries(Object.keys(properties ?? {}).map((key) => [key, list]));
        const bound = MOST_OF_BYTE * bodyBytes;
        const cost =
          costInBytes(
            tolerate(() => read(input, V6)),
            bound,
          ) / bodyBytes;
        if (cost > 1) context.diagnostic(`${name}: ${cost.toFixed(2)}`);
        assert.ok(cost < MOST_OF_BYTE, `a byte of ${name} costs as much as ${cost.toFixed(1)}`);
      }
    }
  });

  test('of forms with files', async (context) => {
    for (const [what, body] of hostileMultipart(BODY_BYTES.FORM_OVERHEAD)) {
      const read = async () => {
        const form = new MultipartBody(
          Readable.from([body], { objectMode: false }),
          'multipart/form-data; boundary=b',
        );
        await readParts(form, { parts: 26, bytes: 1024 * 1024 }, async ({ content }) => {
          for await (const _chunk of content);
        }).catch(() => undefined);
      };
      const bytes = 10 * body.length;
      const cost = (await costInBytesOf(() => repeatInTurn(10, read), MOST_OF_BYTE * bytes)) / bytes;
      context.diagnostic(`${what}: ${cost.toFixed(2)}`);
      assert.ok(cost < MOST_OF_BYTE, `a byte of ${what} costs as much as ${cost.toFixed(1)}`);
    }
  });

  test('of heads of HTTP requests', async (context) => {
    const server = createServer((request, response) =>
      response.end(String(Object.keys(request.headers).length)),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    for (const [what, line] of [
      ['short headers', 'a:\r\n'],
      ['cookies', 'cookie:a\r\n'],
      ['a long header', `x:${'y'.repeat(13_990)}\r\n`],
    ] as const) {
      const head = `GET / HTTP/1.1\r\nHost: x\r\n${line.repeat(Math.floor(14_000 / line.length))}\r\n`;
      const send = async () => {
        const socket = connect(address.port, '127.0.0.1');
        socket.end(head);
        socket.resume();
        await once(socket, 'close');
      };
      const bytes = 100 * head.length;
      const cost = (await costInBytesOf(() => repeatInTurn(100, send), MOST_OF_BYTE * bytes)) / bytes;
      context.diagnostic(`${what}: ${cost.toFixed(2)}`);
      assert.ok(cost < MOST_OF_BYTE, `a byte of ${what} costs as much as ${cost.toFixed(1)}`);
    }
    server.close();
  });
});

async function repeatInTurn(times: number, work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

function gamepads(): GamepadsBinding {
  const { binding } = loadGamepads();
  assert.ok(binding, 'the addon is not built');
  return binding;
}
