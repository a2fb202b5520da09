import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerTime } from '#guildhall/store/postgres/server-time.js';

const BEGIN = Date.UTC(2026, 0, 1);

/** Asks a server whose clock is right, and whose replies take these milliseconds after the statement was executed. */
async function ask(...delays: number[]): Promise<{ error: number; asked: number }> {
  let elapsed = 500;
  let asked = 0;
  const server = () => BEGIN + elapsed;
  const time = new ServerTime({ now: server }, () => elapsed);
  await time.ask({
    async query() {
      const now = server();
      elapsed += delays[asked] ?? 0;
      asked += 1;
      return [{ now }];
    },
  } as never);
  return { error: server() - time.now(), asked };
}

test('the time of the server is taken from its fastest reply', async () => {
  assert.deepEqual(await ask(8_000, 400, 60, 3_000, 90), { error: 30, asked: 5 });
});

test('one fast reply is enough', async () => {
  assert.deepEqual(await ask(2), { error: 1, asked: 1 });
  assert.deepEqual(await ask(9_000, 4, 1), { error: 2, asked: 2 });
});
