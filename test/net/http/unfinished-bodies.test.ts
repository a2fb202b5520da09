import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { collectBody } from '#guildhall/net/http/collect-body.js';
import { followBodies, UnfinishedBodies } from '#guildhall/net/http/unfinished-bodies.js';

const MOST = 1000;

/** A request whose body the test sends. */
class Sent {
  readonly request = new IncomingMessage(new Socket());
  body: string | null | undefined;

  constructor(bodies: UnfinishedBodies, length: number | null, sender: string | null = null) {
    followBodies(this.request.socket, { collected: bodies, unread: bodies });
    const framing =
      length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };
    this.request.headers = { ...framing, ...(sender !== null && { authorization: sender }) };
    collectBody(this.request, MOST, (body) => {
      this.body = body?.toString() ?? null;
    });
  }

  async send(...chunks: string[]): Promise<this> {
    for (const chunk of chunks) this.request.push(Buffer.from(chunk));
    await turn();
    return this;
  }

  get isClosed(): boolean {
    return this.request.socket.destroyed;
  }
}

/** @param most how many bytes may be unfinished */
function setUp(most: number) {
  const bodies = new UnfinishedBodies(async ({ headers }) => headers.authorization ?? null, most);
  return (length: number | null, sender?: string) => new Sent(bodies, length, sender);
}

test('the oldest unfinished body is closed with its connection when all have too many bytes', async () => {
  const receive = setUp(1000);
  const first = await receive(500).send('a'.repeat(400));
  const second = await receive(500).send('b'.repeat(400));
  const whole = await receive(900).send('c'.repeat(900));
  assert.equal(whole.body?.length, 900);
  assert.deepEqual([first.isClosed, second.isClosed], [false, false]);
  const third = await receive(500).send('d'.repeat(400));
  assert.deepEqual([first.isClosed, second.isClosed, third.isClosed], [true, false, false]);
  assert.equal((await second.send('b'.repeat(100))).body?.length, 500);
  await receive(900).send('e'.repeat(600));
  assert.equal(third.isClosed, false);
});

test('senders that are not authenticated displace no body of one that is', async () => {
  const receive = setUp(1000);
  const known = await receive(500, 'somebody').send('a'.repeat(400));
  const strangers: Sent[] = [];
  for (let count = 0; count < 20; count += 1) {
    strangers.push(await receive(500).send('b'.repeat(450)));
    await known.send('a');
  }
  assert.equal((await known.send('a'.repeat(80))).body, 'a'.repeat(500));
  assert.equal(strangers.filter(({ isClosed }) => isClosed).length, 19);
});

test('what a connection that closes has sent does not count', async () => {
  const receive = setUp(1000);
  const closed = await receive(900).send('a'.repeat(800));
  closed.request.destroy();
  await turn();
  const first = await receive(900).send('b'.repeat(800));
  await receive(900).send('c'.repeat(150));
  assert.equal(first.isClosed, false);
});

test('a body in chunks of one byte takes at most twice its length', async () => {
  const receive = setUp(1000);
  const sent = await receive(null).send(...'0123456789'.repeat(50));
  assert.equal(sent.isClosed, false);
  await sent.send(...'x'.repeat(400));
  sent.request.push(null);
  await turn();
  assert.equal(sent.body, '0123456789'.repeat(50) + 'x'.repeat(400));
  const long = await receive(null).send(...'x'.repeat(MOST + 1));
  assert.equal(long.body, null);
});
