import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConsentDesk, type ConsentDeskOptions } from '#guildhall/control/consent/consent-desk.js';
import type { ConsentAnswer } from '#guildhall/rpc/consent/consent.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { deskOptions } from './desk.js';
import { consentRequest } from './requests.js';

const HOUR = 3_600_000;

interface Fixture {
  readonly desk: ConsentDesk;
  readonly clock: ManualClock;
  /** ids of the requests that were announced as new */
  readonly announced: string[];
}

function atDesk(
  run: (fixture: Fixture) => Promise<void>,
  more: Partial<ConsentDeskOptions> = {},
): () => Promise<void> {
  return () =>
    withTemporaryFolder(async (folder) => {
      const clock = new ManualClock();
      const options = { ...deskOptions(clock), ...more };
      const desk = await ConsentDesk.open(join(folder, 'remembered.json'), options);
      const announced: string[] = [];
      desk.on('waiting', ({ id }) => announced.push(id));
      await run({ desk, clock, announced });
    });
}

const never = () => new AbortController().signal;

/** Asks and withdraws at once. @returns whether the person was shown the request */
async function askAndLeave(desk: ConsentDesk, request = consentRequest()): Promise<boolean> {
  const gone = new AbortController();
  const answer = desk.ask(request, gone.signal);
  await settle();
  const isShown = desk.waiting().length > 0;
  gone.abort();
  await answer;
  return isShown;
}

/** Asks; the person denies it if they see it. */
async function askForDenial(desk: ConsentDesk, request = consentRequest()): Promise<ConsentAnswer> {
  const answer = desk.ask(request, never());
  await settle();
  const [waiting] = desk.waiting();
  if (waiting !== undefined) await desk.decide(waiting.id, 'deny');
  return answer;
}

const reasonOf = (answer: ConsentAnswer) => (answer.allowed ? 'allowed' : answer.reason);

test(
  'a request that is withdrawn and repeated is one prompt, and soon none',
  atDesk(async ({ desk, announced }) => {
    let shown = 0;
    for (let count = 0; count < 110; count += 1) if (await askAndLeave(desk)) shown += 1;
    assert.equal(announced.length, 1);
    assert.equal(shown, 3);
  }),
);

test(
  'a request that returns within a minute has the id it had, and another one later',
  atDesk(async ({ desk, clock, announced }) => {
    const idShown = async () => {
      const gone = new AbortController();
      const answer = desk.ask(consentRequest(), gone.signal);
      const id = desk.waiting()[0]?.id;
      gone.abort();
      await answer;
      return id;
    };
    const first = await idShown();
    assert.equal(await idShown(), first);
    await clock.advance(61_000);
    assert.notEqual(await idShown(), first);
    assert.equal(announced.length, 2);
  }),
);

test('a request that shows something else than before has another id, and the former id decides nothing', () => {
  let path = '/usr/bin/game';
  const describeProcess = async () => ({ pid: 7, name: 'game', path });
  const run = async ({ desk, announced }: Fixture) => {
    const ask = async (name: string, signal = never()) => {
      const answer = desk.ask(consentRequest({ name, peer: '7' }), signal);
      await settle();
      return { answer, id: announced.at(-1) ?? '' };
    };
    const gone = new AbortController();
    const demo = await ask('Demo', gone.signal);
    gone.abort();
    await demo.answer;
    await ask('Trusted Bank');
    assert.equal(await desk.decide(demo.id, 'allow-once'), false);
    // Nor is it added to a prompt that waits.
    await ask('Demo');
    path = '/usr/bin/firefox';
    await ask('Demo');
    const shown = () => desk.waiting().map(({ application, process }) => [application.name, process?.path]);
    assert.deepEqual(shown(), [
      ['Trusted Bank', '/usr/bin/game'],
      ['Demo', '/usr/bin/game'],
      ['Demo', '/usr/bin/firefox'],
    ]);
    assert.equal(await desk.decide(demo.id, 'allow-once'), true);
    assert.deepEqual(shown()[1], ['Demo', '/usr/bin/firefox']);
  };
  return atDesk(run, { describeProcess })();
});

test(
  'after two denials the person is not asked again before the time that the application is told',
  atDesk(async ({ desk, clock, announced }) => {
    for (let count = 0; count < 2; count += 1) {
      assert.equal(reasonOf(await askForDenial(desk)), 'denied');
    }
    for (let count = 0; count < 40; count += 1) {
      const answer = await askForDenial(desk);
      assert.deepEqual(answer, { allowed: false, keyCapture: false, reason: 'back-off', retryAfter: 5 });
    }
    assert.equal(announced.length, 2);
    await clock.advance(5_000);
    assert.equal(reasonOf(await askForDenial(desk)), 'denied');
    assert.equal(announced.length, 3);
  }),
);

test(
  'each denial after the first doubles the wait, up to an hour',
  atDesk(async ({ desk, clock }) => {
    const waits: number[] = [];
    await askForDenial(desk);
    for (let count = 0; count < 12; count += 1) {
      assert.equal(reasonOf(await askForDenial(desk)), 'denied');
      const answer = await askForDenial(desk);
      const seconds = answer.allowed ? 0 : answer.retryAfter;
      waits.push(seconds);
      await clock.advance(seconds * 1000);
    }
    assert.deepEqual(waits, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  }),
);

test(
  'the back-off ends after an approval or a long time without requests',
  atDesk(async ({ desk, clock }) => {
    for (let count = 0; count < 2; count += 1) await askForDenial(desk);
    await clock.advance(5_000);
    const answer = desk.ask(consentRequest(), never());
    await desk.decide(desk.waiting()[0]?.id ?? '', 'allow-once');
    assert.equal(reasonOf(await answer), 'allowed');
    for (let count = 0; count < 2; count += 1) {
      assert.equal(reasonOf(await askForDenial(desk)), 'denied');
    }
    await clock.advance(HOUR);
    for (let count = 0; count < 2; count += 1) {
      assert.equal(reasonOf(await askForDenial(desk)), 'denied');
    }
    const next = await askForDenial(desk);
    assert.equal(next.allowed ? null : next.retryAfter, 5);
  }),
);

test(
  'a program that forges another Origin does not use up the seats or free denials of its owner',
  atDesk(async ({ desk }) => {
    const forged = (scopes: 'email' | 'guilds' | 'identify' | 'guilds.join') =>
      desk.ask(consentRequest({ peer: '666', scopes: [scopes] }), never());
    void forged('email');
    void forged('guilds');
    void forged('identify');
    assert.equal(reasonOf(await forged('guilds.join')), 'full');
    for (const { id } of desk.waiting()) await desk.decide(id, 'deny');
    assert.equal(reasonOf(await forged('email')), 'back-off');
    const honest = desk.ask(consentRequest({ peer: '7' }), never());
    await settle();
    await desk.decide(desk.waiting()[0]?.id ?? '', 'allow-once');
    assert.equal(reasonOf(await honest), 'allowed');
  }),
);

test(
  'a program that starts a process for each request is denied a few times, then refused without asking',
  atDesk(async ({ desk, announced }) => {
    const answers: string[] = [];
    for (let process = 1; process <= 40; process += 1) {
      answers.push(reasonOf(await askForDenial(desk, consentRequest({ peer: String(process) }))));
    }
    assert.equal(announced.length, 5);
    assert.deepEqual(new Set(answers.slice(5)), new Set(['back-off']));
    const other = desk.ask(consentRequest({ id: '200', peer: '41' }), never());
    await settle();
    await desk.decide(desk.waiting()[0]?.id ?? '', 'allow-once');
    assert.equal(reasonOf(await other), 'allowed');
  }),
);

test(
  'processes of one application leave room for the prompts of others',
  atDesk(async ({ desk }) => {
    for (let process = 1; process <= 40; process += 1) {
      void desk.ask(consentRequest({ peer: String(process) }), never());
    }
    await settle();
    assert.equal(desk.waiting().length, 8);
    void desk.ask(consentRequest({ id: '200', peer: '41' }), never());
    await settle();
    assert.equal(desk.waiting().at(-1)?.application.id, '200');
  }),
);

test(
  'a request beyond the limit displaces no waiting one, and its refusal is not reported as a denial',
  atDesk(async ({ desk }) => {
    const ask = (id: number) => desk.ask(consentRequest({ id: String(id) }), never());
    for (let id = 200; id < 220; id += 1) void ask(id);
    const before = desk.waiting().map(({ id }) => id);
    assert.equal(before.length, 20);
    assert.equal(reasonOf(await ask(300)), 'full');
    assert.deepEqual(
      desk.waiting().map(({ id }) => id),
      before,
    );
  }),
);

test(
  'connections of one program that ask for the same share a prompt and its answer',
  atDesk(async ({ desk, announced }) => {
    const gone = new AbortController();
    const left = desk.ask(consentRequest({ scopes: ['rpc', 'identify'] }), gone.signal);
    const answers = [
      desk.ask(consentRequest({ scopes: ['identify', 'rpc'] }), never()),
      desk.ask(consentRequest(), never()),
    ];
    assert.equal(desk.waiting().length, 1);
    gone.abort();
    assert.equal(reasonOf(await left), 'withdrawn');
    assert.equal(desk.waiting().length, 1);
    await desk.decide(announced[0] ?? '', 'allow-once');
    for (const answer of answers) assert.equal(reasonOf(await answer), 'allowed');
  }),
);

test(
  'requests that differ in program, person, guest name, origin or scopes are separate prompts',
  atDesk(async ({ desk }) => {
    const requests = [
      {},
      { peer: '7' },
      { userId: '2' },
      { userId: null, guest: 'ada' },
      { userId: null, guest: 'eve' },
      { origin: null },
      { scopes: ['identify' as const] },
    ];
    for (const request of requests) void desk.ask(consentRequest({ ...request, id: '100' }), never());
    await settle();
    // Three of one requester at a time: the plain one, those of other people, and those with other scopes are one.
    assert.equal(desk.waiting().length, 5);
  }),
);
