import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuth2Error, RateLimitedError, RestError } from '#guildhall/api/core/errors.js';
import { ControlError } from '#guildhall/control/errors.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { TooManyFailuresError } from '#guildhall/net/failed-attempts.js';
import { StalledBodyError } from '#guildhall/net/http/body-progress.js';
import { TooLongError } from '#guildhall/net/http/limit-bytes.js';
import { CloseError } from '#guildhall/net/websocket/close-error.js';
import { DecodeError } from '#guildhall/protocol/encoding/decode-meter.js';
import { ExpectedError } from '#guildhall/protocol/expected-error.js';
import { GATEWAY_CLOSE_CODES } from '#guildhall/protocol/gateway/opcodes.js';
import { rpcErrors } from '#guildhall/protocol/rpc/errors.js';
import { ProxyRefusal } from '#guildhall/rpc/proxy/refusals.js';
import { VoiceEntryError, VoiceLockedError } from '#guildhall/voice/errors.js';

const FRAME = /^ {4}at /m;

/** An error for each way in which a peer can be refused. */
const refusals: Readonly<Record<string, () => Error>> = {
  'an RPC command': () => rpcErrors.invalidCommand('GET_NOTHING'),
  'a frame that cannot be decoded': () => new DecodeError('not valid JSON'),
  'a voice setting that is locked': () => new VoiceLockedError('Game'),
  'a voice channel': () => new VoiceEntryError('full'),
  'a proxied call': () => new ProxyRefusal(404, { code: 0, message: 'Not found' }),
  'a REST request': () => new RestError('BAD_REQUEST'),
  'a request beyond a rate limit': () => new RateLimitedError(1000, false),
  'a change of a guild': () => new Refusal('MISSING_PERMISSIONS'),
  'a gateway payload': () => new CloseError(GATEWAY_CLOSE_CODES.DECODE_ERROR, 'Not valid'),
  'an OAuth2 request': () => new OAuth2Error('invalid_grant', 'Unknown code'),
  'an operation of control': () => new ControlError('invalid', 'Not valid'),
  'a guessed secret': () => new TooManyFailuresError(60),
  'a body that is too long': () => new TooLongError(1024),
  'a body that stalls': () => new StalledBodyError(),
};

for (const [what, refuse] of Object.entries(refusals)) {
  test(`the refusal of ${what} has no stack trace`, () => {
    const error = refuse();
    assert.ok(error instanceof ExpectedError);
    assert.ok(error instanceof Error);
    assert.doesNotMatch(error.stack ?? '', FRAME);
  });
}

test('other errors keep their stack traces after a refusal', () => {
  const { stackTraceLimit } = Error;
  rpcErrors.unknown();
  assert.equal(Error.stackTraceLimit, stackTraceLimit);
  assert.match(new TypeError('fault').stack ?? '', FRAME);
});
