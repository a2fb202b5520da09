import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { listGranted } from '#guildhall/control/applications/listed-grants.js';
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
      const listGranted = async () => new Set(['101']);
      const started = await ConsentDesk.open(path, { ...deskOptions(), listGranted });
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
    const listGranted = async () => {
      asked += 1;
      return new Set(['100']);
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGranted });
    const askSome = () => Promise.all([started.ask(consentRequest(), never), started.ask(capture(), never)]);
    for (const expected of [1, 1, 2]) {
      if (expected === 2) started.mayMissRevocations();
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
    const listGranted = async () => {
      if (!isAnswering) throw new Error('no answer');
      return new Set(['100']);
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGranted });
    assert.equal((await askUndecided(started, consentRequest())).allowed, false);
    isAnswering = true;
    assert.equal((await askUndecided(started, consentRequest())).allowed, true);
  }),
);

test(
  'a list of grants that was made before an answer or before a missed revocation does not count',
  withDesk(async (desk, path) => {
    await remember(desk, '100');
    const lists: Deferred<Set<string>>[] = [];
    const listGranted = () => {
      const list = new Deferred<Set<string>>();
      lists.push(list);
      return list.promise;
    };
    const started = await ConsentDesk.open(path, { ...deskOptions(), listGranted });
    const reviewing = started.review('1');
    await remember(started, '101');
    lists[0]?.resolve(new Set(['100']));
    assert.equal(await reviewing, true);
    assert.equal(started.listRemembered('1').length, 2);

    started.mayMissRevocations();
    const answer = askUndecided(started, consentRequest());
    started.mayMissRevocations();
    lists[1]?.resolve(new Set(['100']));
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
  assert.deepEqual(await listGranted(client, '1'), new Set(['100']));
  await assert.rejects(listGranted(client, '2'), /Another person/);
});
