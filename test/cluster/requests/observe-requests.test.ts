import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observeRequests } from '#guildhall/cluster/requests/observe-requests.js';
import { GuildAbsentError, GuildUnavailableError } from '#guildhall/cluster/requests/request-errors.js';

const REQUEST = { guildId: '1', key: 'key', text: '' };

test('requests are observed with their options', async () => {
  const options: unknown[] = [];
  const requests = observeRequests(
    {
      async run(_request, timeoutMs, more) {
        options.push([timeoutMs, more]);
        return 'reply';
      },
    },
    () => {},
  );
  await requests.run(REQUEST, 1000, { failsFast: true });
  assert.deepEqual(options, [[1000, { failsFast: true }]]);
});

test('a request for a guild that does not exist has not failed', async () => {
  const outcomes: string[] = [];
  const errors = [new GuildAbsentError(), new GuildUnavailableError()];
  const requests = observeRequests(
    {
      async run() {
        const error = errors.shift();
        if (error !== undefined) throw error;
        return 'reply';
      },
    },
    (outcome) => void outcomes.push(outcome),
  );
  await assert.rejects(requests.run(REQUEST, 1000), GuildAbsentError);
  await assert.rejects(requests.run(REQUEST, 1000), GuildUnavailableError);
  assert.equal(await requests.run(REQUEST, 1000), 'reply');
  assert.deepEqual(outcomes, ['done', 'failed', 'done']);
});
