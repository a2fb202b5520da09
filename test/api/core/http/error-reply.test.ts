import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorReply } from '#guildhall/api/core/http/error-reply.js';
import {
  GuildUnavailableError,
  ReplyTooLongError,
  RequestOutcomeUnknownError,
} from '#guildhall/cluster/requests/request-errors.js';
import { CommitFailedError, OutcomeUnknownError, StoreBusyError } from '#guildhall/store/errors.js';

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

test('503 says that the disk is full, and what to do; other reasons are not shown', () => {
  const full = {
    code: 0,
    message: /^503: Service Unavailable: the disk of the service is full; free some space/,
  };
  for (const [code, expected] of [
    ['SQLITE_FULL', full],
    ['ENOSPC', full],
    ['EDQUOT', full],
    ['53100', full],
    ['SQLITE_IOERR', { code: 0, message: /^503: Service Unavailable$/ }],
  ] as const) {
    const error = code.startsWith('E')
      ? Object.assign(new Error('write'), { code })
      : new CommitFailedError('it was not stored', code);
    const { status, body } = errorReply(error);
    assert.equal(status, 503);
    assert.equal((body as { code: number }).code, expected.code);
    assert.match((body as { message: string }).message, expected.message);
  }
});
