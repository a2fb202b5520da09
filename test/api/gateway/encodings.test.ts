import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { constants, createInflate, inflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { eventually } from '../../helpers/eventually.js';
import { countNodes } from '../../helpers/nodes/count-nodes.js';
import { Random } from '../../helpers/random.js';
import { useWorld } from '../support/world.js';
import { post } from './helpers.js';

const used = useWorld();

interface Erlpack {
  pack(value: unknown): Buffer;
  unpack(bytes: Buffer): { op: number; t: string | null; s: number | null; d: Record<string, unknown> };
}

/** The field's own codec of ETF, which only a compiler of Windows compiles for it. */
const noErlpack = process.platform === 'win32' && 'missing: erlpack';
const erlpack = (noErlpack === false ? createRequire(import.meta.url)('erlpack') : {}) as Erlpack;

interface Message {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** A connection that keeps raw messages, and says the payloads it is given. */
async function open(query: string): Promise<{ socket: WebSocket; messages: Message[] }> {
  const socket = new WebSocket(
    `${used.service.url.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6&${query}`,
  );
  const messages: Message[] = [];
  socket.on('message', (data: Buffer, isBinary) => messages.push({ data, isBinary }));
  await eventually(() => messages.length > 0);
  return { socket, messages };
}

/** Inflates messages with the one context that their connection shares. */
async function inflateShared(messages: readonly Message[]): Promise<Buffer[]> {
  const inflate = createInflate({ flush: constants.Z_SYNC_FLUSH });
  const chunks: Buffer[] = [];
  inflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  const inflated: Buffer[] = [];
  for (const { data, isBinary } of messages) {
    assert.equal(isBinary, true);
    assert.deepEqual(data.subarray(-4), Buffer.from([0, 0, 0xff, 0xff]));
    await new Promise((resolve) => inflate.write(data, resolve));
    await new Promise((resolve) => setImmediate(resolve));
    inflated.push(Buffer.concat(chunks.splice(0)));
  }
  return inflated;
}

describe('encoding=etf', () => {
  test('frames are binary terms in both directions, with the same content as JSON', {
    skip: noErlpack,
  }, async () => {
    const { socket, messages } = await open('encoding=etf');
    socket.send(erlpack.pack({ op: 2, d: { token: used.world.member.token } }));
    const heard = () => messages.map(({ data }) => erlpack.unpack(data));
    await eventually(() => heard().some(({ t }) => t === 'GUILD_CREATE'));
    assert.ok(messages.every(({ isBinary }) => isBinary));
    assert.deepEqual(
      heard().map(({ op, t, s }) => [op, t, s]),
      [
        [10, null, null],
        [0, 'READY', 1],
        [0, 'GUILD_CREATE', 2],
      ],
    );
    const json = await used.service.identify(used.world.member.token);
    const inJson = await json.heard('GUILD_CREATE');
    assert.deepEqual(heard()[2]?.d, inJson);
    await post(used, 'grüße 🎲');
    const message = await json.heard('MESSAGE_CREATE');
    await eventually(() => heard().some(({ t }) => t === 'MESSAGE_CREATE'));
    assert.deepEqual(heard().at(-1)?.d, message);
    socket.close(1000);
    await json.close();
  });

  test('bytes that are not a term end the connection with 4002', async () => {
    const { socket } = await open('encoding=etf');
    socket.send(Buffer.from('{"op":1,"d":null}'));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    assert.equal(code, 4002);
  });
});

describe('compress=zlib-stream', () => {
  for (const encoding of ['json', 'etf']) {
    const skip = encoding === 'etf' && noErlpack;
    test(`all messages of a connection share one context (${encoding})`, { skip }, async () => {
      const { socket, messages } = await open(`encoding=${encoding}&compress=zlib-stream`);
      const pack = (value: unknown) => (encoding === 'etf' ? erlpack.pack(value) : JSON.stringify(value));
      const unpack = (bytes: Buffer) =>
        encoding === 'etf' ? erlpack.unpack(bytes) : (JSON.parse(String(bytes)) as { t: string; s: number });
      socket.send(pack({ op: 2, d: { token: used.world.member.token } }));
      await eventually(() => messages.length === 3);
      // Random text is hard to compress: each message is larger than any buffer between, and all are more than wait
      // on their way at a time.
      const contents = Array.from({ length: 300 }, () => randomText(1900));
      // Another node accepts no more of one caller at a time (docs/operating-a-cluster.md, Limits).
      const atOnce = countNodes() === 1 ? contents.length : 100;
      for (let sent = 0; sent < contents.length; sent += atOnce) {
        const some = contents.slice(sent, sent + atOnce);
        await Promise.all(some.map((content) => post(used, content)));
      }
      await eventually(() => messages.length === 303);
      const heard = (await inflateShared(messages)).map(unpack);
      assert.deepEqual(
        heard.slice(1).map(({ s }) => s),
        Array.from({ length: 302 }, (_, index) => index + 1),
      );
      const said = heard
        .slice(3)
        .map((frame) => ('d' in frame ? (frame.d as { content: string }).content : ''));
      assert.equal(said.length, contents.length);
      assert.deepEqual(new Set(said), new Set(contents));
      socket.close(1000);
    });
  }

  test('an unknown way of compressing is none', async () => {
    const { socket, messages } = await open('encoding=json&compress=brotli-stream');
    assert.equal(JSON.parse(String(messages[0]?.data)).op, 10);
    socket.close(1000);
  });
});

/** Reads the blocks of a Zstandard frame of stored ones (RFC 8878 §3.1.1). */
function readStoredBlocks(blocks: Buffer): Buffer {
  const contents: Buffer[] = [];
  for (let at = 0; at < blocks.length; ) {
    const header = blocks.readUIntLE(at, 3);
    const [isLast, type, size] = [header & 1, (header >> 1) & 3, header >> 3];
    assert.deepEqual([isLast, type, size <= 128 * 1024], [0, 0, true]);
    assert.ok(at + 3 + size <= blocks.length, 'a block continues in the next message');
    contents.push(blocks.subarray(at + 3, at + 3 + size));
    at += 3 + size;
  }
  return Buffer.concat(contents);
}

test('compress=zstd-stream sends one frame of stored blocks, the header in the first message', async () => {
  const { socket, messages } = await open('encoding=json&compress=zstd-stream');
  socket.send(JSON.stringify({ op: 2, d: { token: used.world.member.token, compress: true } }));
  await eventually(() => messages.length === 3);
  const sent = messages.map(({ data }) => data);
  // Magic number, descriptor, and the descriptor of a window of 128 KiB.
  assert.equal(sent[0]?.subarray(0, 6).toString('hex'), '28b52ffd0038');
  sent[0] = sent[0]?.subarray(6) ?? assert.fail();
  assert.ok(messages.every(({ isBinary }) => isBinary));
  assert.deepEqual(
    sent.map((blocks) => JSON.parse(String(readStoredBlocks(blocks))).t),
    [null, 'READY', 'GUILD_CREATE'],
  );
  socket.close(1000);
});

test('IDENTIFY with compress compresses large payloads individually, and not small ones', async () => {
  const { socket, messages } = await open('encoding=json');
  socket.send(JSON.stringify({ op: 2, d: { token: used.world.member.token, compress: true } }));
  await eventually(() => messages.length === 3);
  const [, ready, guild] = messages;
  assert.ok(ready && guild);
  assert.deepEqual([ready.isBinary, guild.isBinary], [false, true]);
  assert.equal(JSON.parse(String(inflateSync(guild.data))).t, 'GUILD_CREATE');
  socket.close(1000);
});

const random = new Random();

function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(97 + random.below(26))).join('');
}
