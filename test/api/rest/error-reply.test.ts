import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorReply } from '#guildhall/api/rest/error-reply.js';
import {
  GuildUnavailableError,
  ReplyTooLongError,
  RequestOutcomeUnknownError,
} from '#guildhall/cluster/requests/request-errors.js';
import { OutcomeUnknownError, StoreBusyError } from '#guildhall/store/errors.js';

for (const [error, retryAfter] of [
  [new StoreBusyError(), '1'],
  [new GuildUnavailableError(), '1'],
  [new OutcomeUnknownError('connection lost'), undefined],
  [new RequestOutcomeUnknownError(), undefined],
  [new ReplyTooLongError(), undefined],
] as const) {
  const time = retryAfter === undefined ? 'no time' : 'a time';
  test(`${error.name} (${error.message}) is 503 with ${time} to try again`, () => {
    const { status, headers } = errorReply(error);
    assert.deepEqual([status, headers['retry-after']], [503, retryAfter]);
  });
}
