import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailedAttempts, TooManyFailuresError } from '#guildhall/net/failed-attempts.js';
import type { CurrentAuthorization } from '#guildhall/protocol/objects/application.js';
import { AuthenticationAttempts } from '#guildhall/rpc/sessions/authentication-attempts.js';
import { ServiceTurns } from '#guildhall/rpc/sessions/service-turns.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';

const SENDER = { id: 'peer', isOpen: true };
const FOUND: CurrentAuthorization = {
  application: { id: '100', name: 'Game', description: '', icon: null, rpc_origins: [] },
  scopes: ['rpc'],
  expires: '2099-06-29T19:09:52.361000+00:00',
  user: { id: '1', username: 'ada', discriminator: '0001', avatar: null },
};

function attemptsOf(
  authorization: (token: string) => Promise<CurrentAuthorization | null>,
  { turns = new ServiceTurns(), revokeLeftovers = async () => {}, perPeer = 10 } = {},
) {
  const failures = new FailedAttempts({ perPeer, budget: null }, new ManualClock());
  return new AuthenticationAttempts({
    client: { authorization },
    failures,
    onceGrants: { revokeLeftovers },
    turns,
  });
}

test('a token skips the queue of unknown ones while it is valid, and waits again after it was refused', async () => {
  const turns = new ServiceTurns();
  let queued = 0;
  const make = turns.make.bind(turns);
  turns.make = (name, group, request) => {
    queued += 1;
    return make(name, group, request);
  };
  const attempts = attemptsOf(async () => FOUND, { turns });
  const verify = (isFor: boolean) => attempts.findAuthorization(SENDER, 'token', '100', () => isFor);
  await verify(true);
  await verify(true);
  assert.equal(queued, 1);
  await assert.rejects(verify(false));
  await verify(true);
  assert.equal(queued, 2);
});

test('a token that was valid is verified once at a time, and once for all connections that wait', async () => {
  let running = 0;
  let most = 0;
  let requests = 0;
  const attempts = attemptsOf(async () => {
    requests += 1;
    running += 1;
    most = Math.max(most, running);
    await settle();
    running -= 1;
    return FOUND;
  });
  await attempts.findAuthorization(SENDER, 'token', '100', () => true);
  const all = Array.from({ length: 240 * 128 }, (_, index) =>
    attempts.findAuthorization({ id: `${index % 240}`, isOpen: true }, 'token', '100', () => true),
  );
  assert.ok((await Promise.all(all)).every((found) => found === FOUND));
  assert.equal(most, 1);
  // Each connection waits for its earlier ones.
  assert.ok(requests <= 2 * 128 + 1, `${requests} requests`);
});

test('a token is verified after the revocation of grants whose connection has closed, or not at all', async () => {
  const steps: string[] = [];
  let failure: Error | null = new Error('unreachable');
  const authorization = async () => {
    steps.push('verified');
    return FOUND;
  };
  const attempts = attemptsOf(authorization, {
    async revokeLeftovers() {
      if (failure !== null) throw failure;
      await settle();
      steps.push('revoked');
    },
  });
  const verify = () => attempts.findAuthorization(SENDER, 'token', '100', () => true);
  await assert.rejects(verify(), failure);
  assert.deepEqual(steps, []);
  failure = null;
  await verify();
  assert.deepEqual(steps, ['revoked', 'verified']);
});

test('tokens of a connection that closes are not verified when their turn comes, nor counted', async () => {
  const sender = { id: 'peer', isOpen: true };
  let verified = 0;
  const attempts = attemptsOf(
    async () => {
      verified += 1;
      await settle();
      return null;
    },
    { perPeer: 1 },
  );
  const guesses = Array.from({ length: 100 }, (_, guess) =>
    attempts.findAuthorization(sender, `guess-${guess}`, null, () => true),
  );
  for (const guess of guesses) {
    guess.catch((error: unknown) => {
      if (error instanceof TooManyFailuresError) sender.isOpen = false;
    });
  }
  const outcomes = await Promise.allSettled(guesses);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.ok(verified <= 3, `${verified} were verified`);
  const failures = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof TooManyFailuresError,
  );
  assert.ok(failures.length < verified, `${failures.length} of ${verified} were counted`);
});
