import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { listLastingGrants } from '#guildhall/control/applications/listed-grants.js';
import { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { eventually } from '../helpers/eventually.js';
import { withControl } from './control-harness.js';
import { askUndecided, deskOptions, withDesk } from './desk.js';
import { consentRequest } from './requests.js';

const never = new AbortController().signal;
const game = (id: string) => ({ id, name: 'Game', description: '', icon: null, rpc_origins: [] });
const capture = () => consentRequest({ kind: 'capture' });

/** Remembers that the person allows applications, with the recording of keys. */
async function remember(desk: ConsentDesk, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    const answer = desk.ask(consentRequest({ id }), never);
    await desk.decide(desk.waiting()[0]?.id ?? '', 'allow', true);
    await answer;
  }
}

test(
  'what was revoked while the daemon did not run is not remembered any more, for keys neither',
  withDesk(async (desk, path) => {
    await remember(desk, '100', '101');
    for (const request of [consentRequest(), capture()]) {
      const listGrants = async () => new Map([['101', '7']]);
      const started = await ConsentDesk.open(path, { ...deskOptions(), listGrants });
      assert.equal((await askUndecided(started, request)).allowed, false);
      assert.equal(started.allowsKeyCapture('1', '100'), false);
      assert.deepEqual(await askUndecided(started, consentRequest({ id: '101' })), {
        ...{ allowed: true, lasting: true, keyCapture: true },
      });
    }
    assert.doesNotMatch(await readFile(path, 'utf8'), /"100"/);
  }),
);

test(
  'the service is asked once until revocations may have been missed again',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    let asked = 0;
    const listGrants = async () => {
      asked += 1;
      return new Map([['100', '7']]);
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGrants });
    const askSome = () => Promise.all([started.ask(consentRequest(), never), started.ask(capture(), never)]);
    for (const expected of [1, 1, 2]) {
      if (expected === 2) started.markUnreviewed();
      assert.deepEqual(
        (await askSome()).map(({ allowed }) => allowed),
        [true, true],
      );
      assert.equal(asked, expected);
    }
    await askUndecided(started, consentRequest({ id: '200' }));
    assert.equal(asked, 2);
  }),
);

test(
  'while the service does not answer, the person is asked, and nothing is forgotten',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    let isAnswering = false;
    const listGrants = async () => {
      if (!isAnswering) throw new Error('no answer');
      return new Map([['100', '7']]);
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGrants });
    assert.equal((await askUndecided(started, consentRequest())).allowed, false);
    isAnswering = true;
    assert.equal((await askUndecided(started, consentRequest())).allowed, true);
  }),
);

/** A desk in which something is remembered, and whose service does not answer any more. */
async function openUnanswered(path: string): Promise<ConsentDesk> {
  const listGrants = () => Promise.reject(new Error('no answer'));
  return ConsentDesk.open(path, { ...deskOptions(), listGrants });
}

test(
  'what may have been revoked does not return with another answer of the person',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    const started = await openUnanswered(path);
    const answer = started.ask(consentRequest({ origin: 'https://other.example', scopes: ['rpc'] }), never);
    const waiting = await eventually(() => started.waiting()[0]);
    assert.equal(waiting.key_capture, true);
    await started.decide(waiting.id, 'allow');
    assert.deepEqual(await answer, { allowed: true, lasting: true, keyCapture: false });
    assert.deepEqual(
      started.listRemembered('1').map(({ key_capture, origin, scopes }) => [origin, scopes, key_capture]),
      [['https://other.example', ['rpc'], false]],
    );
  }),
);

test(
  'what may have been revoked while a prompt waits does not count for its answer',
  withDesk(async (desk) => {
    await remember(desk, '100');
    const answer = desk.ask(consentRequest({ scopes: ['rpc', 'messages.read'] }), never);
    desk.markUnreviewed();
    await desk.decide(desk.waiting()[0]?.id ?? '', 'allow-once');
    assert.deepEqual(await answer, { allowed: true, lasting: false, keyCapture: false });
  }),
);

test(
  'a grant that was revoked and given anew elsewhere is another one, without what was remembered',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    await eventually(async () => /"grant_id": "7"/.test(await readFile(path, 'utf8')));
    const listGrants = async () => new Map([['100', '8']]);
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGrants });
    assert.equal((await askUndecided(started, capture())).allowed, false);
    assert.deepEqual(started.listRemembered('1'), []);
  }),
);

test(
  'while the service reports no revocations, the person is asked',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    let hears = false;
    const started = await ConsentDesk.open(path, { ...deskOptions(), reportsRevocations: () => hears });
    await started.review('1');
    assert.equal((await askUndecided(started, consentRequest())).allowed, false);
    assert.equal((await askUndecided(started, capture())).allowed, false);
    hears = true;
    assert.equal((await started.ask(consentRequest(), never)).allowed, true);
  }),
);

test(
  'a list of grants from before an answer or a missed revocation does not count',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    const lists: Deferred<Map<string, string>>[] = [];
    const listGrants = () => {
      const list = new Deferred<Map<string, string>>();
      lists.push(list);
      return list.promise;
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGrants });
    const reviewing = started.review('1');
    const remembering = remember(started, '101');
    await eventually(() => lists.length === 1);
    lists[0]?.resolve(new Map([['100', '7']]));
    await Promise.all([reviewing, remembering]);
    assert.equal(started.listRemembered('1').length, 2);

    started.markUnreviewed();
    const answer = started.ask(consentRequest(), never);
    const asked = lists.length;
    started.markUnreviewed();
    lists[asked - 1]?.resolve(new Map([['100', '7']]));
    await eventually(() => lists.length > asked);
    lists.at(-1)?.resolve(new Map());
    const waiting = await eventually(() => started.waiting()[0]);
    await started.decide(waiting.id, 'deny');
    assert.equal((await answer).allowed, false);
  }),
);

test(
  'a new session of the service reviews what is remembered, and a lost connection leaves that to the next request',
  withControl(async ({ client, consent, granted }) => {
    await remember(consent, '100', '101');
    const isAsked = async (id: string) => !(await askUndecided(consent, consentRequest({ id }))).allowed;
    granted.ids = ['101'];
    client.startNewSession([]);
    await eventually(() => consent.listRemembered('1').length === 1);
    assert.equal(await isAsked('100'), true);
    assert.equal((await consent.ask(consentRequest({ id: '101' }), never)).allowed, true);
    granted.ids = [];
    assert.equal(await isAsked('101'), false);
    client.setConnected(false);
    assert.equal(await isAsked('101'), true);
  }),
);

test('grants of one connection and of other people are none for good', async () => {
  const user = { id: '1', username: 'ada', discriminator: '0001', avatar: null };
  const grants = [
    { id: '7', application: game('100'), scopes: ['rpc'], created_at: '' },
    { id: '8', application: game('101'), scopes: ['rpc'], created_at: '', once: true },
  ];
  const client = { user, grants: async () => grants };
  assert.deepEqual(await listLastingGrants(client, '1'), new Map([['100', '7']]));
  await assert.rejects(listLastingGrants(client, '2'), /Another person/);
});
