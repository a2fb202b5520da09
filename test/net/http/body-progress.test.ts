import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { StalledBodyError, watchBodyProgress } from '#guildhall/net/http/body-progress.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const MS = 10_000;

interface WatchedBody {
  readonly body: PassThrough;
  readonly clock: ManualClock;
  readonly endWatch: () => void;
  /** why the body was destroyed */
  error: unknown;
}

function watched(): WatchedBody {
  const [body, clock] = [new PassThrough(), new ManualClock()];
  const endWatch = watchBodyProgress(body, clock, MS);
  const state: WatchedBody = { body, clock, endWatch, error: null };
  body.on('error', (error) => {
    state.error = error;
  });
  body.resume();
  return state;
}

describe('A body', () => {
  test('is destroyed after the timeout without a byte', async () => {
    const state = watched();
    await state.clock.advance(MS - 1);
    assert.ok(!state.body.destroyed);
    await state.clock.advance(MS);
    await turn();
    assert.ok(state.error instanceof StalledBodyError);
  });

  test('continues while bytes arrive', async () => {
    const { body, clock } = watched();
    for (let round = 0; round < 10; round++) {
      body.write('x');
      await turn();
      await clock.advance(MS - 1);
    }
    assert.ok(!body.destroyed);
  });

  test('is not destroyed while its reader is paused', async () => {
    const { body, clock } = watched();
    body.pause();
    await clock.advance(10 * MS);
    body.resume();
    await clock.advance(MS - 1);
    assert.ok(!body.destroyed);
    await clock.advance(MS);
    assert.ok(body.destroyed);
  });

  test('is not destroyed after the watch has ended', async () => {
    const { body, clock, endWatch } = watched();
    endWatch();
    await clock.advance(10 * MS);
    assert.ok(!body.destroyed);
  });
});
