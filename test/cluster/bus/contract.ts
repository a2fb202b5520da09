import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bus, BusError, MAX_MESSAGE_BYTES, MAX_SEALED_BYTES } from '#guildhall/cluster/bus/bus.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { eventually } from '../../helpers/eventually.js';

/** Its timers, unlike those of the system clock, keep the process alive while a test waits for them. */
export const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Opens buses that are connected to each other. */
export interface BusPlace {
  open(): Promise<Bus>;
}

const byText = (a: string, b: string) => a.localeCompare(b);

const TIMEOUT_MS = 5000;
/** For requests that are not answered. */
const SHORT_MS = 100;
/** For one attempt to find out whether a subscription counts. */
const LINK_MS = 500;

function isNoReply(error: unknown): boolean {
  return error instanceof BusError && error.reason === 'no-reply';
}

function isNotSent(error: unknown): boolean {
  return error instanceof BusError && error.reason === 'not-sent';
}

/** Waits until a subscription made on one bus counts for messages of another. */
async function link(from: Bus, to: Bus): Promise<void> {
  const stop = to.respond('link', async () => 'linked');
  await eventually(() => from.request('link', '', LINK_MS).catch(() => false));
  stop();
}

/**
 * What every bus promises.
 *
 * @param place opens buses; each test uses its own
 * @param define declares a test
 */
export function describeBus(
  name: string,
  place: BusPlace,
  define: (title: string, run: () => Promise<void>) => void = (title, run) => void test(title, run),
): void {
  const busTest = (title: string, run: (a: Bus, b: Bus) => Promise<void>) =>
    define(`${name}: ${title}`, async () => {
      const a = await place.open();
      const b = await place.open();
      try {
        await run(a, b);
      } finally {
        await Promise.all([a.stop(), b.stop()]);
      }
    });

  busTest('a message reaches every subscriber, also of its sender', async (a, b) => {
    const received: string[] = [];
    a.subscribe('guild.1', (text) => received.push(`a ${text}`));
    b.subscribe('guild.1', (text) => received.push(`b ${text}`));
    b.subscribe('guild.2', (text) => received.push(`other ${text}`));
    await link(a, b);
    a.publish('guild.1', 'grüße 🎉');
    await eventually(() => received.length === 2);
    assert.deepEqual(received.sort(byText), ['a grüße 🎉', 'b grüße 🎉']);
  });

  busTest('messages of one sender keep their order', async (a, b) => {
    const received: number[] = [];
    b.subscribe('guild.1', (text) => received.push(Number(text)));
    await link(a, b);
    const sent = Array.from({ length: 500 }, (_, index) => index);
    for (const each of sent) a.publish('guild.1', String(each));
    await eventually(() => received.length === sent.length);
    assert.deepEqual(received, sent);
  });

  busTest('an exception of a subscriber does not keep messages from others', async (a, b) => {
    const received: string[] = [];
    b.subscribe('guild.1', () => {
      throw new TypeError('a fault');
    });
    b.subscribe('guild.1', (text) => received.push(text));
    await link(a, b);
    a.publish('guild.1', 'first');
    a.publish('guild.1', 'second');
    await eventually(() => received.length === 2);
  });

  busTest('nothing is received after the subscription has ended', async (a, b) => {
    const received: string[] = [];
    const unsubscribe = b.subscribe('guild.1', () => received.push('ended'));
    b.subscribe('guild.1', (text) => received.push(text));
    await link(a, b);
    unsubscribe();
    await link(a, b);
    a.publish('guild.1', 'message');
    await eventually(() => received.length === 1);
    assert.deepEqual(received, ['message']);
  });

  busTest('a request gets the reply of the one that responds', async (a, b) => {
    b.respond('node.b', async (text) => `reply to ${text}`);
    await link(a, b);
    const texts = Array.from({ length: 50 }, (_, index) => `request ${index}`);
    const replies = await Promise.all(texts.map((text) => a.request('node.b', text, TIMEOUT_MS)));
    assert.deepEqual(
      replies,
      texts.map((text) => `reply to ${text}`),
    );
  });

  busTest('a request that nobody responds to was not sent', async (a) => {
    await assert.rejects(a.request('node.none', 'request', TIMEOUT_MS), isNotSent);
  });

  busTest('a request whose answer fails, is late or is refused gets no reply', async (a, b) => {
    b.respond('node.fails', async () => {
      throw new TypeError('a fault');
    });
    b.respond('node.late', () => new Promise(() => {}));
    b.respond('node.silent', async () => null);
    await link(a, b);
    await assert.rejects(a.request('node.fails', '', SHORT_MS), isNoReply);
    await assert.rejects(a.request('node.late', '', SHORT_MS), isNoReply);
    await assert.rejects(a.request('node.silent', '', SHORT_MS), isNoReply);
  });

  busTest('an answer that is ready after the bus was stopped is left out', async (a, b) => {
    const reply = new Deferred<string>();
    let isAsked = false;
    b.respond('node.b', () => {
      isAsked = true;
      return reply.promise;
    });
    await link(a, b);
    const unanswered = assert.rejects(a.request('node.b', '', LINK_MS), BusError);
    await eventually(() => isAsked);
    await b.stop();
    reply.resolve('late');
    await unanswered;
  });

  busTest('a message that is too long is not sent, and one that is not is', async (a, b) => {
    const received: number[] = [];
    b.subscribe('guild.1', (text) => received.push(Buffer.byteLength(text)));
    b.respond('node.b', async (text) => String(text.length));
    await link(a, b);
    const tooLong = 'ü'.repeat(MAX_SEALED_BYTES / 2 + 1);
    a.publish('guild.1', tooLong);
    await assert.rejects(a.request('node.b', tooLong, TIMEOUT_MS), isNotSent);
    a.publish('guild.1', 'x'.repeat(MAX_MESSAGE_BYTES));
    await eventually(() => received.length > 0);
    assert.deepEqual(received, [MAX_MESSAGE_BYTES]);
  });

  busTest('a bus that was stopped sends and receives nothing', async (a, b) => {
    const received: string[] = [];
    a.subscribe('guild.1', (text) => received.push(`stopped ${text}`));
    b.subscribe('guild.1', (text) => received.push(text));
    b.respond('node.b', async () => 'reply');
    await link(a, b);
    assert.equal(a.isConnected, true);
    await a.stop();
    assert.equal(a.isConnected, false);
    a.publish('guild.1', 'from a');
    await assert.rejects(a.request('node.b', '', TIMEOUT_MS), isNotSent);
    b.publish('guild.1', 'from b');
    await eventually(() => received.length > 0);
    assert.deepEqual(received, ['from b']);
  });
}
