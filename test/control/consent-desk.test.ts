import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ConsentDesk, NotGivenError } from '#guildhall/control/consent/consent-desk.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { UserError } from '#guildhall/platform/errors.js';
import { settle } from '../hardware/support/manual-clock.js';
import { askUndecided, openDesk, withDesk } from './desk.js';
import { consentRequest } from './requests.js';

const never = new AbortController().signal;

/** Decides the only request that waits. */
async function decide(desk: ConsentDesk, decision: Parameters<ConsentDesk['decide']>[1]): Promise<void> {
  const [waiting] = desk.waiting();
  assert.ok(waiting);
  assert.equal(await desk.decide(waiting.id, decision), true);
}

/** Whether a request is allowed without asking. */
async function isLetIn(desk: ConsentDesk, request = consentRequest()): Promise<boolean> {
  return (await askUndecided(desk, request)).allowed;
}

test(
  'a request waits until it is allowed once, and the next one waits again',
  withDesk(async (desk) => {
    const answer = desk.ask(consentRequest(), never);
    const [waiting] = desk.waiting();
    assert.equal(waiting?.application.name, 'Game');
    assert.deepEqual(waiting?.scopes, ['rpc', 'identify']);
    await decide(desk, 'allow-once');
    assert.equal((await answer).allowed, true);
    assert.deepEqual(desk.waiting(), []);
    assert.equal(await isLetIn(desk), false);
  }),
);

test(
  'a denied request is refused',
  withDesk(async (desk) => {
    const answer = desk.ask(consentRequest(), never);
    await decide(desk, 'deny');
    assert.equal((await answer).allowed, false);
  }),
);

test(
  'a request that is withdrawn vanishes and can no longer be decided',
  withDesk(async (desk) => {
    const gone = new AbortController();
    const answer = desk.ask(consentRequest(), gone.signal);
    const id = desk.waiting()[0]?.id ?? '';
    gone.abort();
    assert.equal((await answer).allowed, false);
    assert.deepEqual(desk.waiting(), []);
    assert.equal(await desk.decide(id, 'allow-once'), false);
    assert.equal((await desk.ask(consentRequest(), gone.signal)).allowed, false);
  }),
);

test(
  'remembered consent covers the same scopes or fewer of the same origin and person, also after a restart',
  withDesk(async (desk, path) => {
    const answer = desk.ask(consentRequest(), never);
    await decide(desk, 'allow');
    assert.equal((await answer).allowed, true);
    for (const one of [desk, await openDesk(path)]) {
      assert.equal(await isLetIn(one), true);
      assert.equal(await isLetIn(one, consentRequest({ scopes: ['identify'] })), true);
      assert.equal(await isLetIn(one, consentRequest({ scopes: ['identify', 'messages.read'] })), false);
      assert.equal(await isLetIn(one, consentRequest({ origin: 'https://other.example' })), false);
      assert.equal(await isLetIn(one, consentRequest({ origin: null })), false);
      assert.equal(await isLetIn(one, consentRequest({ id: '101' })), false);
    }
    assert.equal(await isLetIn(desk, consentRequest({ userId: '2' })), false);
    assert.equal((await stat(path)).mode & 0o077, 0);
  }),
);

test(
  'a remembered consent allows nothing over IPC, where any program can name the application, and none is remembered there',
  withDesk(async (desk, path) => {
    for (const isLocal of [false, true]) {
      const answer = desk.ask(consentRequest({ origin: null, isLocal }), never);
      assert.equal(await desk.decide(desk.waiting()[0]?.id ?? '', 'allow', true), true);
      assert.deepEqual(await answer, { allowed: true, lasting: true, keyCapture: true });
      assert.equal(desk.listRemembered('1').length, 1);
    }
    for (const one of [desk, await openDesk(path)]) {
      assert.equal(await isLetIn(one, consentRequest({ origin: null })), true);
      assert.equal(await isLetIn(one, consentRequest({ origin: null, isLocal: true })), false);
      const keys = { kind: 'capture' as const, scopes: [], origin: null, isLocal: true };
      assert.equal(await isLetIn(one, consentRequest(keys)), false);
    }
  }),
);

test(
  'a lasting permission is saved after it was given, and both replies come after that',
  withDesk(async (desk) => {
    const given = new Deferred<string>();
    const order: string[] = [];
    const answer = desk.ask(consentRequest({ give: () => given.promise }), never);
    const decided = decide(desk, 'allow');
    void answer.then(() => order.push(`answered, ${desk.listRemembered('1').length} remembered`));
    void decided.then(() => order.push('decided'));
    // After whatever would be saved already.
    await desk.forget('no application');
    assert.deepEqual([order, desk.listRemembered('1'), desk.waiting()], [[], [], []]);
    given.resolve('1');
    await Promise.all([answer, decided]);
    assert.deepEqual(order, ['answered, 1 remembered', 'decided']);
  }),
);

test(
  'what is not given is not remembered, and the person is told why',
  withDesk(async (desk, path) => {
    const give = () => Promise.reject(new Error('it was renamed'));
    const answer = desk.ask(consentRequest({ give }), never);
    const refused = assert.rejects(answer, /it was renamed/);
    await assert.rejects(desk.decide(desk.waiting()[0]?.id ?? '', 'allow', true), (error: unknown) => {
      assert.ok(error instanceof NotGivenError);
      assert.match(error.message, /the application did not get what you allowed: it was renamed/);
      return true;
    });
    await refused;
    for (const one of [desk, await openDesk(path)]) {
      assert.deepEqual(one.listRemembered('1'), []);
      assert.equal(one.allowsKeyCapture('1', '100'), false);
    }
  }),
);

test(
  'an answer that one of two connections with the same request is given is remembered',
  withDesk(async (desk) => {
    const refused = desk.ask(consentRequest({ give: () => Promise.reject(new Error('gone')) }), never);
    const given = desk.ask(consentRequest(), never);
    const rejected = assert.rejects(refused, /gone/);
    await decide(desk, 'allow');
    await rejected;
    assert.equal((await given).allowed, true);
    assert.equal(desk.listRemembered('1').length, 1);
  }),
);

test(
  'a forgotten consent must be requested again',
  withDesk(async (desk, path) => {
    const answer = desk.ask(consentRequest(), never);
    await decide(desk, 'allow');
    await answer;
    await desk.forget('100');
    assert.equal(await isLetIn(desk), false);
    assert.equal(await isLetIn(await openDesk(path)), false);
    assert.doesNotMatch(await readFile(path, 'utf8'), /"100"/);
  }),
);

test(
  'listeners are notified of new and settled requests',
  withDesk(async (desk) => {
    const counts: number[] = [];
    const names: string[] = [];
    desk.on('changed', (waiting) => counts.push(waiting.length));
    desk.on('waiting', ({ application }) => names.push(application.name));
    const answer = desk.ask(consentRequest(), never);
    await settle();
    await decide(desk, 'deny');
    await answer;
    assert.deepEqual(counts, [1, 0]);
    assert.deepEqual(names, ['Game']);
  }),
);

test(
  'a damaged file of remembered decisions is refused with a hint',
  withDesk(async (_desk, path) => {
    for (const text of ['{', '[]', '{"version":1,"allowed":[{}]}']) {
      await writeFile(path, text);
      await assert.rejects(
        openDesk(path),
        (error) => error instanceof UserError && (error.hint?.includes('Move it away') ?? false),
      );
    }
  }),
);
