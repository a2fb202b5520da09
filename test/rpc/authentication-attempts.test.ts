import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailedAttempts, TooManyFailuresError } from '#guildhall/net/failed-attempts.js';
import { FairTurns } from '#guildhall/net/fair-turns.js';
import { rpcErrors } from '#guildhall/protocol/rpc/errors.js';
import { AuthenticationAttempts } from '#guildhall/rpc/sessions/authentication-attempts.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';

const SENDER = { id: 'peer', isOpen: true };

test('a token skips the queue while it is valid, and waits again after it was refused', async () => {
  const turns = new FairTurns(1);
  let queued = 0;
  const run = turns.run.bind(turns);
  turns.run = (peer, task) => {
    queued += 1;
    return run(peer, task);
  };
  const attempts = new AuthenticationAttempts(
    new FailedAttempts({ perPeer: 10, budget: null }, new ManualClock()),
    turns,
    { revokeLeftovers: async () => {} },
  );
  const verify = (isValid: boolean) =>
    attempts.verify(SENDER, 'token', async () => {
      if (!isValid) throw rpcErrors.invalidToken();
    });
  await verify(true);
  await verify(true);
  assert.equal(queued, 1);
  await assert.rejects(verify(false));
  await verify(true);
  assert.equal(queued, 2);
});

test('a token is verified after the revocation of grants whose connection has closed, or not at all', async () => {
  const steps: string[] = [];
  let failure: Error | null = new Error('unreachable');
  const attempts = new AuthenticationAttempts(
    new FailedAttempts({ perPeer: 10, budget: null }, new ManualClock()),
    new FairTurns(1),
    {
      async revokeLeftovers() {
        if (failure !== null) throw failure;
        await settle();
        steps.push('revoked');
      },
    },
  );
  const verify = () => attempts.verify(SENDER, 'token', async () => steps.push('verified'));
  await assert.rejects(verify(), failure);
  assert.deepEqual(steps, []);
  failure = null;
  await verify();
  assert.deepEqual(steps, ['revoked', 'verified']);
});

test('tokens of a connection that closes are not verified when their turn comes', async () => {
  const attempts = new AuthenticationAttempts(
    new FailedAttempts({ perPeer: 1, budget: null }, new ManualClock()),
    new FairTurns(1),
    { revokeLeftovers: async () => {} },
  );
  const sender = { id: 'peer', isOpen: true };
  let verified = 0;
  const guesses = Array.from({ length: 100 }, (_, guess) =>
    attempts.verify(sender, `guess-${guess}`, async () => {
      verified += 1;
      await settle();
      throw rpcErrors.invalidToken();
    }),
  );
  for (const guess of guesses) {
    guess.catch((error: unknown) => {
      if (error instanceof TooManyFailuresError) sender.isOpen = false;
    });
  }
  const outcomes = await Promise.allSettled(guesses);
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.ok(verified <= 3, `${verified} were verified`);
});
