import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { removeBotTask } from '#guildhall/api/administration/remove-bot-from-guilds.js';
import { publishAccountTask } from '#guildhall/api/guilds/publish-account.js';
import { userGuildTask } from '#guildhall/api/rest/resources/users.js';
import { ClusterGuildTasks } from '#guildhall/cluster/operations/cluster-guild-tasks.js';
import {
  GuildUnavailableError,
  RequestOutcomeUnknownError,
} from '#guildhall/cluster/requests/request-errors.js';

describe('A task for the guild of an owner that does not answer', () => {
  let failsFast: boolean | undefined;
  const tasks = new ClusterGuildTasks({
    leases: { fresh: () => null },
    keys: { next: () => 'key' as never },
    requests: {
      async run(_request, _timeoutMs, options) {
        failsFast = options?.failsFast;
        throw new RequestOutcomeUnknownError();
      },
    },
    context: () => assert.fail('it is not carried out here'),
  });
  const run = async (task: Parameters<typeof tasks.run>[0], input: unknown) => tasks.run(task, '1', input);

  test('that reads can be repeated', async () => {
    await assert.rejects(run(userGuildTask as never, { userId: '2', version: 9 }), GuildUnavailableError);
    assert.equal(failsFast, true);
  });

  test('that changes something may have been carried out', async () => {
    await assert.rejects(run(removeBotTask as never, { botId: '2' }), RequestOutcomeUnknownError);
    assert.equal(failsFast, true);
  });

  test('that no client waits for is tried until its deadline', async () => {
    await assert.rejects(run(publishAccountTask as never, { userId: '2' }), RequestOutcomeUnknownError);
    assert.equal(failsFast, false);
  });
});
