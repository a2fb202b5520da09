import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsentDesk } from '#guildhall/control/consent/consent-desk.js';
import type { ConsentAnswer, ConsentRequest } from '#guildhall/rpc/consent/consent.js';
import { askUndecided, openDesk, withDesk } from './desk.js';
import { consentRequest } from './requests.js';

type Decide = Parameters<ConsentDesk['decide']>;

type Permitted = Pick<ConsentAnswer, 'allowed' | 'keyCapture'>;

async function permitted(answer: Promise<ConsentAnswer>): Promise<Permitted> {
  const { allowed, keyCapture } = await answer;
  return { allowed, keyCapture };
}

/** Asks and decides at once. */
async function answered(
  desk: ConsentDesk,
  request: ConsentRequest,
  ...decision: [decision: Decide[1], allowKeyCapture?: boolean]
): Promise<Permitted> {
  const answer = desk.ask(request, new AbortController().signal);
  const [waiting] = desk.waiting();
  assert.ok(waiting, 'nothing waits');
  await desk.decide(waiting.id, ...decision);
  return permitted(answer);
}

/** The answer to a request that nobody decides. */
function unasked(desk: ConsentDesk, request: ConsentRequest): Promise<Permitted> {
  return permitted(askUndecided(desk, request));
}

const capture = (overrides: Parameters<typeof consentRequest>[0] = {}) =>
  consentRequest({ kind: 'capture', scopes: [], ...overrides });
const NO = { allowed: false, keyCapture: false };
const ONLY_SCOPES = { allowed: true, keyCapture: false };
const BOTH = { allowed: true, keyCapture: true };

test(
  'allowing the scopes of a request does not allow recording keys',
  withDesk(async (desk) => {
    assert.deepEqual(await answered(desk, consentRequest(), 'allow'), ONLY_SCOPES);
    assert.deepEqual(await unasked(desk, consentRequest()), ONLY_SCOPES);
    assert.deepEqual(await unasked(desk, capture()), NO);
  }),
);

test(
  'what a guest allowed is remembered for their account once it exists, and not before',
  withDesk(async (desk) => {
    const give = async () => {
      assert.deepEqual(desk.listRemembered('7'), []);
      return '7';
    };
    const request = consentRequest({ userId: null, guest: 'visitor', give });
    assert.deepEqual(await answered(desk, { ...request, isLocal: true }, 'allow', true), BOTH);
    assert.deepEqual(desk.listRemembered('7'), []);
    assert.deepEqual(await answered(desk, request, 'allow', true), BOTH);
    assert.deepEqual(desk.listRemembered(null), []);
    assert.deepEqual(await unasked(desk, consentRequest({ userId: '7' })), BOTH);
  }),
);

test(
  'recording keys can only be allowed with a request for rpc',
  withDesk(async (desk) => {
    const waiting = () => desk.waiting().map(({ kind, key_capture }) => [kind, key_capture]);
    void desk.ask(consentRequest({ scopes: ['identify'] }), new AbortController().signal);
    void desk.ask(consentRequest(), new AbortController().signal);
    void desk.ask(capture(), new AbortController().signal);
    assert.deepEqual(waiting(), [
      ['authorize', false],
      ['authorize', true],
      ['capture', true],
    ]);
    const [first] = desk.waiting();
    await desk.decide(first?.id ?? '', 'allow', true);
    assert.deepEqual(await unasked(desk, capture({ id: '101' })), NO);
    assert.equal(desk.waiting().at(-1)?.kind, 'capture');
  }),
);

test(
  'a permission to record keys that was allowed once is not stored',
  withDesk(async (desk) => {
    assert.deepEqual(await answered(desk, consentRequest(), 'allow-once', true), BOTH);
    assert.deepEqual(await answered(desk, capture(), 'allow-once'), BOTH);
    assert.deepEqual(await unasked(desk, capture()), NO);
  }),
);

test(
  'a denied request allows nothing, even with the permission to record keys',
  withDesk(async (desk) => {
    assert.deepEqual(await answered(desk, consentRequest(), 'deny', true), NO);
    assert.deepEqual(await answered(desk, capture(), 'deny', true), NO);
    assert.deepEqual(await unasked(desk, capture()), NO);
  }),
);

for (const [title, request] of [
  ['with the scopes', consentRequest()],
  ['by a question of its own', capture()],
] as const) {
  test(
    `a remembered permission to record keys, given ${title}, holds for that person and application until forgotten`,
    withDesk(async (desk, path) => {
      assert.deepEqual(await answered(desk, request, 'allow', true), BOTH);
      for (const each of [desk, await openDesk(path)]) {
        assert.deepEqual(await unasked(each, capture()), BOTH);
        assert.deepEqual(await unasked(each, capture({ origin: null })), BOTH);
        assert.deepEqual(await unasked(each, capture({ userId: '2' })), NO);
        assert.deepEqual(await unasked(each, capture({ userId: null })), NO);
        assert.deepEqual(await unasked(each, capture({ id: '101' })), NO);
      }
      await desk.forget('100');
      for (const each of [desk, await openDesk(path)]) assert.deepEqual(await unasked(each, capture()), NO);
    }),
  );
}

test(
  'a permission to record keys grants no scopes',
  withDesk(async (desk) => {
    await answered(desk, capture(), 'allow');
    assert.deepEqual(await unasked(desk, consentRequest()), NO);
    assert.deepEqual(await answered(desk, consentRequest(), 'allow-once'), BOTH);
  }),
);
