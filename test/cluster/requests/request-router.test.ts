import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldElsewhereError } from '#guildhall/api/core/guild-owner.js';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { GuildLease } from '#guildhall/cluster/ownership/guild-lease.js';
import type { AttemptedRequest } from '#guildhall/cluster/requests/guild-request.js';
import { LongTexts } from '#guildhall/cluster/requests/long-texts.js';
import {
  GuildAbsentError,
  GuildUnavailableError,
  RequestOutcomeUnknownError,
} from '#guildhall/cluster/requests/request-errors.js';
import { readRequest } from '#guildhall/cluster/requests/request-messages.js';
import { RequestReceiver } from '#guildhall/cluster/requests/request-receiver.js';
import { RequestRouter } from '#guildhall/cluster/requests/request-router.js';
import { sleep } from '#guildhall/platform/async/promises.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ConflictError, OutcomeUnknownError } from '#guildhall/store/errors.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const REQUEST = { guildId: '1', key: 'key-1', text: 'ban' };
const elsewhere = async () => {
  throw new HeldElsewhereError('1', 'node-2', 100);
};

type Run = (request: AttemptedRequest) => Promise<string>;

/** Two nodes in one process; the router is that of node 1. */
function createNodes(local: Run, remote: Run | null, log = silentLogger) {
  const clock = new ManualClock();
  const attempts: string[] = [];
  const hub = new InProcessHub();
  const bus = new InProcessBus({ hub, clock, log: silentLogger });
  const record = (where: string, run: Run) => ({
    run: (request: AttemptedRequest) => {
      attempts.push(request.isRepeated ? `${where}, repeated` : where);
      return run(request);
    },
  });
  const node = (name: string) => ({ bus, node: name, texts: new LongTexts({ bus, node: name, clock }), log });
  if (remote !== null) {
    const leases = { fresh: (guildId: string) => new GuildLease(guildId, 1, 0) };
    new RequestReceiver({ ...node('node-2'), leases, owned: record('remote', remote), clock });
  }
  const router = new RequestRouter({
    ...node('node-1'),
    owned: record('local', local),
    clock,
    elapsed: () => clock.now(),
  });
  return { attempts, bus, clock, hub, router };
}

/** Lets time pass until a request has ended. */
async function withTime<T>(clock: ManualClock, task: Promise<T>): Promise<T> {
  let isOver = false;
  const settled = task.finally(() => {
    isOver = true;
  });
  settled.catch(() => {});
  for (let passed = 0; passed < 20_000 && !isOver; passed += 50) await clock.advance(50);
  return settled;
}

test('a request for a guild of this node is carried out here', async () => {
  const { attempts, router } = createNodes(async () => 'reply', null);
  assert.equal(await router.run(REQUEST, 5000), 'reply');
  assert.deepEqual(attempts, ['local']);
});

test('a request for a guild of another node is sent there, the second time without asking the store', async () => {
  const { attempts, clock, router } = createNodes(elsewhere, async ({ text }) => `done: ${text}`);
  assert.equal(await withTime(clock, router.run(REQUEST, 5000)), 'done: ban');
  assert.equal(await withTime(clock, router.run({ ...REQUEST, key: 'key-2' }, 5000)), 'done: ban');
  assert.deepEqual(attempts, ['local', 'remote', 'remote']);
});

test('after a refusal of the fence a request is tried again, not as a repetition', async () => {
  const results = [() => Promise.reject(new ConflictError('owner')), async () => 'reply'];
  const { attempts, clock, router } = createNodes(async () => (await results.shift()?.()) ?? '', null);
  assert.equal(await withTime(clock, router.run(REQUEST, 5000)), 'reply');
  assert.deepEqual(attempts, ['local', 'local']);
});

test('after an unknown outcome a request is tried again as a repetition', async () => {
  const results = [() => Promise.reject(new OutcomeUnknownError('lost')), async () => 'reply'];
  const { attempts, clock, router } = createNodes(async () => (await results.shift()?.()) ?? '', null);
  assert.equal(await withTime(clock, router.run(REQUEST, 5000)), 'reply');
  assert.deepEqual(attempts, ['local', 'local, repeated']);
});

test('a request that nobody could receive is unavailable at its deadline', async () => {
  const { clock, router } = createNodes(elsewhere, null);
  await assert.rejects(withTime(clock, router.run(REQUEST, 2000)), GuildUnavailableError);
});

test('without the bus a request for a guild of another node is unavailable after the time of a lease', async () => {
  const { bus, clock, router } = createNodes(elsewhere, null);
  await bus.stop();
  const begin = clock.now();
  await assert.rejects(withTime(clock, router.run(REQUEST, 8000)), GuildUnavailableError);
  const waited = clock.now() - begin;
  assert.ok(waited > 2500 && waited <= 3000, `it waited ${waited} ms`);
});

test('a request for a guild that does not exist is refused after one attempt, here and by another node', async () => {
  const absent = () => Promise.reject(new GuildAbsentError());
  for (const [local, attempted] of [
    [absent, ['local']],
    [elsewhere, ['local', 'remote']],
  ] as const) {
    const { attempts, clock, router } = createNodes(local, absent);
    await assert.rejects(withTime(clock, router.run(REQUEST, 2000)), GuildAbsentError);
    assert.deepEqual(attempts, attempted);
  }
});

test('a request that was sent and not answered is unknown at its deadline', async () => {
  const { attempts, clock, router } = createNodes(elsewhere, () => new Promise(() => {}));
  await assert.rejects(withTime(clock, router.run(REQUEST, 2500)), RequestOutcomeUnknownError);
  assert.deepEqual(attempts.slice(0, 2), ['local', 'remote']);
});

test('an invalid reply and an unexpected error of the owner count as unknown', async () => {
  const { clock, hub, router } = createNodes(elsewhere, null);
  hub.responders.set('node.node-2', new Set([async () => '{"kind":"maybe"}']));
  await assert.rejects(withTime(clock, router.run(REQUEST, 1000)), RequestOutcomeUnknownError);
  const failing = createNodes(elsewhere, () => Promise.reject(new TypeError('a fault')));
  await assert.rejects(
    withTime(failing.clock, failing.router.run(REQUEST, 1000)),
    RequestOutcomeUnknownError,
  );
});

test('an owner that needs longer than an attempt is waited for, and carries the request out once', async () => {
  const { attempts, clock, router } = createNodes(elsewhere, async () => {
    await sleep(clock, 3500);
    return 'reply';
  });
  const begin = clock.now();
  assert.equal(await withTime(clock, router.run(REQUEST, 8000)), 'reply');
  assert.ok(clock.now() - begin <= 3600, `${clock.now() - begin} ms`);
  assert.deepEqual(attempts, ['local', 'remote', 'local, repeated']);
});

test('a lost reply is sent again without carrying out the request again', async () => {
  const { attempts, clock, hub, router } = createNodes(elsewhere, async () => 'reply');
  const responders = hub.responders.get('node.node-2') ?? assert.fail('node 2 responds');
  const [answer] = responders;
  assert.ok(answer);
  responders.clear();
  let isLost = true;
  responders.add(async (request: string) => {
    const reply = await answer(request);
    if (!isLost) return reply;
    isLost = false;
    return new Promise(() => {});
  });
  assert.equal(await withTime(clock, router.run(REQUEST, 8000)), 'reply');
  assert.deepEqual(attempts, ['local', 'remote', 'local, repeated']);
});

/** From now on node 2 leaves requests unanswered. @returns lets it answer again */
function cutOff({ responders: all }: ReturnType<typeof createNodes>['hub']): () => void {
  const responders = all.get('node.node-2') ?? assert.fail('node 2 responds');
  const answers = [...responders];
  responders.clear();
  responders.add(() => new Promise(() => {}));
  return () => {
    responders.clear();
    for (const answer of answers) responders.add(answer);
  };
}

test('requests for an owner that does not answer are unavailable at once, until it answers again', async () => {
  const { attempts, clock, hub, router } = createNodes(
    async () => {
      throw new HeldElsewhereError('1', 'node-2', 2900);
    },
    async () => 'reply',
  );
  const restore = cutOff(hub);
  const first = router.run(REQUEST, 8000);
  first.catch(() => {});
  await clock.advance(2100);
  const begin = clock.now();
  await assert.rejects(
    withTime(clock, router.run({ ...REQUEST, key: 'key-2' }, 8000, { failsFast: true })),
    GuildUnavailableError,
  );
  assert.ok(clock.now() - begin <= 50, `${clock.now() - begin} ms`);
  restore();
  assert.equal(await withTime(clock, first), 'reply');
  assert.equal(await withTime(clock, router.run({ ...REQUEST, key: 'key-3' }, 8000)), 'reply');
  assert.equal(attempts.filter((attempt) => attempt.startsWith('remote')).length, 2);
});

test('a request without a client waits for an owner that does not answer', async () => {
  const { clock, hub, router } = createNodes(
    async () => {
      throw new HeldElsewhereError('1', 'node-2', 2900);
    },
    async ({ text }) => text,
  );
  const restore = cutOff(hub);
  const first = router.run(REQUEST, 8000);
  first.catch(() => {});
  await clock.advance(2100);
  const internal = router.run({ ...REQUEST, key: 'key-2', text: 'internal' }, 8000);
  internal.catch(() => {});
  await clock.advance(3000);
  restore();
  assert.equal(await withTime(clock, internal), 'internal');
});

test('an owner that refused an attempt at once and works on the next one for long is not silent', async () => {
  let refusals = 1;
  const { attempts, clock, router } = createNodes(
    async () => {
      throw new HeldElsewhereError('1', 'node-2', 2900);
    },
    async ({ text }) => {
      refusals -= 1;
      if (refusals >= 0) throw new ConflictError('owner');
      if (text === 'long') await sleep(clock, 3000);
      return text;
    },
  );
  const long = router.run({ ...REQUEST, text: 'long' }, 8000);
  while (attempts.length < 4) await clock.advance(10);
  assert.deepEqual(attempts, ['local', 'remote', 'local', 'remote']);
  // The second attempt was waited for, and the next one has not begun.
  await clock.advance(1000);
  assert.equal(attempts.length, 4);
  const short = router.run({ ...REQUEST, key: 'key-2', text: 'short' }, 8000, { failsFast: true });
  assert.equal(await withTime(clock, short), 'short');
  assert.equal(await withTime(clock, long), 'long');
});

test('a request for an owner that ended without an answer waits for the end of its lease', async () => {
  let remainingMs = 2900;
  const { clock, router, hub } = createNodes(async () => {
    if (remainingMs > 0) throw new HeldElsewhereError('1', 'node-2', remainingMs);
    return 'taken';
  }, null);
  hub.responders.set('node.node-2', new Set([() => new Promise<string>(() => {})]));
  const first = router.run(REQUEST, 8000);
  await clock.advance(2100);
  remainingMs = 800;
  const second = router.run({ ...REQUEST, key: 'key-2' }, 8000);
  second.catch(() => {});
  await clock.advance(900);
  remainingMs = 0;
  assert.equal(await withTime(clock, second), 'taken');
  assert.equal(await withTime(clock, first), 'taken');
});

test('an owner that works on a request for long is not silent', async () => {
  const { clock, router } = createNodes(elsewhere, async ({ text }) => {
    if (text === 'long') await sleep(clock, 5000);
    return text;
  });
  const long = router.run({ ...REQUEST, text: 'long' }, 8000);
  await clock.advance(3000);
  assert.equal(await withTime(clock, router.run({ ...REQUEST, key: 'key-2', text: 'short' }, 500)), 'short');
  assert.equal(await withTime(clock, long), 'long');
});

test('requests of one caller do not delay those of another, and too many are refused at once', async () => {
  const { attempts, clock, router } = createNodes(elsewhere, async ({ text }) => {
    await sleep(clock, 1500);
    return text;
  });
  const run = (key: string, caller: string) => {
    const running = router.run({ guildId: '1', key, text: key, caller }, 8000);
    running.catch(() => {});
    return running;
  };
  const many = Array.from({ length: 105 }, (_, index) => run(`${index}`, 'mallory'));
  const other = run('other', 'bob');
  await assert.rejects(withTime(clock, many.at(-1) ?? assert.fail('it is run')), GuildUnavailableError);
  assert.equal(attempts.filter((attempt) => attempt === 'remote').length, 5);
  assert.equal(await withTime(clock, other), 'other');
});

test('a request whose wait for its turn timed out is known not to be carried out', async () => {
  const { attempts, clock, router } = createNodes(elsewhere, async () => {
    await sleep(clock, 20_000);
    return 'reply';
  });
  const run = (key: string) => router.run({ guildId: '1', key, text: key, caller: 'mallory' }, 8000);
  const others = [0, 1, 2, 3].map((index) => run(`${index}`));
  const last = run('last');
  last.catch(() => {});
  const outcomes = await withTime(clock, Promise.allSettled(others));
  for (const { status } of outcomes) assert.equal(status, 'rejected');
  await assert.rejects(last, GuildUnavailableError);
  assert.equal(attempts.filter((attempt) => attempt === 'remote').length, 4);
});

test('a request that cannot be tried again before its deadline is refused without a pause', async () => {
  const { clock, router } = createNodes(elsewhere, null);
  const begin = clock.now();
  await assert.rejects(withTime(clock, router.run(REQUEST, 1000)), GuildUnavailableError);
  const waited = clock.now() - begin;
  assert.ok(waited >= 900, `it gave up after ${waited} ms`);
});

test('many waiting requests do not leak listeners', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error) => void warnings.push(warning);
  process.on('warning', listener);
  const { clock, router } = createNodes(elsewhere, null);
  const waiting = Array.from({ length: 20 }, (_, index) => router.run({ ...REQUEST, key: `${index}` }, 500));
  await withTime(clock, Promise.allSettled(waiting));
  process.off('warning', listener);
  assert.deepEqual(warnings, []);
});

test('texts that do not fit into a message are sent in parts, in both directions', async () => {
  // The first surrogate pair is at the end of a part.
  const long = `a${'\u{1f600}"'.repeat(500_000)}`;
  const { clock, router } = createNodes(elsewhere, async ({ text }) => `${text} done`);
  const reply = await withTime(clock, router.run({ ...REQUEST, text: long }, 5000));
  assert.ok(reply === `${long} done`);
});

test('a long request is fetched for longer than an attempt', async () => {
  const { attempts, clock, hub, router } = createNodes(elsewhere, async ({ text }) => `${text.length}`);
  const responders = hub.responders.get('texts.node-1') ?? assert.fail('node 1 offers texts');
  const [send] = responders;
  assert.ok(send);
  responders.clear();
  responders.add(async (request: string) => {
    await sleep(clock, 300);
    return send(request);
  });
  const long = { ...REQUEST, text: 'x'.repeat(1_000_000) };
  assert.equal(await withTime(clock, router.run(long, 8000)), '1000000');
  assert.deepEqual(
    attempts.filter((attempt) => attempt.startsWith('remote')),
    ['remote'],
  );
});

test('a long reply that did not arrive is sent again without carrying out the request again', async () => {
  const { attempts, clock, hub, router } = createNodes(elsewhere, async () => 'x'.repeat(600_000));
  const responders = hub.responders.get('texts.node-2') ?? assert.fail('node 2 offers texts');
  const [send] = responders;
  assert.ok(send);
  responders.clear();
  let isLost = true;
  responders.add((request: string) => {
    if (!isLost) return send(request);
    isLost = false;
    return new Promise(() => {});
  });
  assert.equal((await withTime(clock, router.run(REQUEST, 5000))).length, 600_000);
  assert.deepEqual(attempts, ['local', 'remote', 'local, repeated']);
});

test('a request that waits for its next attempt ends when the node stops', async () => {
  const { clock, router } = createNodes(elsewhere, null);
  const running = router.run(REQUEST, 60_000);
  running.catch(() => {});
  await clock.advance(50);
  await router.stop();
  await assert.rejects(running, GuildUnavailableError);
});

test('an unexpected error of the owner is logged there', async () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const { clock, router } = createNodes(elsewhere, () => Promise.reject(new TypeError('a fault')), log);
  await assert.rejects(withTime(clock, router.run(REQUEST, 1000)), RequestOutcomeUnknownError);
  assert.match(lines[0] ?? '', /failed to carry out a request/);
});

test('a message that is not a request is not carried out', async () => {
  for (const text of ['', '{}', '{"guildId":"1","key":"","text":"","isRepeated":false}', 'null']) {
    assert.equal(readRequest(text), null, text);
  }
  const { attempts, clock, hub } = createNodes(elsewhere, async () => 'reply');
  const bus = new InProcessBus({ hub, clock, log: silentLogger });
  assert.equal(await bus.request('node.node-2', '{}', 1000), '{"kind":"not-done"}');
  assert.deepEqual(attempts, []);
  await assert.rejects(bus.request('node.node-3', '{}', 1000), new BusError('not-sent'));
});
