import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UploadedForm } from '#guildhall/api/attachments/uploaded-form.js';
import { RestError } from '#guildhall/api/core/errors.js';
import type { ReceivedCall } from '#guildhall/api/rest/operation-request.js';
import { OperationForwarding } from '#guildhall/cluster/operations/operation-forwarding.js';
import type { GuildRequest } from '#guildhall/cluster/requests/guild-request.js';
import {
  GuildAbsentError,
  GuildUnavailableError,
  RequestOutcomeUnknownError,
} from '#guildhall/cluster/requests/request-errors.js';
import { RequestKeys } from '#guildhall/cluster/requests/request-keys.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';

const TOKEN = 'token-of-a-person';
const REPLY = JSON.stringify({ status: 204, headers: {}, body: null });

const unused = () => assert.fail('it is not used');

/** Forwards a call, and gives what was sent. @param run the other node @param more of the call */
async function forward(
  method: string,
  body: unknown,
  run: () => Promise<string>,
  more: Partial<ReceivedCall> = {},
): Promise<GuildRequest> {
  const sent: GuildRequest[] = [];
  const forwarding = new OperationForwarding({
    leases: { fresh: () => null },
    requests: {
      run(request, _timeoutMs, options) {
        // A client can go to another node if the owner does not answer.
        assert.deepEqual(options, { failsFast: true });
        sent.push(request);
        return run();
      },
    },
    keys: new RequestKeys('a'),
    roundTrip: { eventsPassed: unused },
    guilds: { knownGuildOf: unused },
    privateChannels: { isLoaded: unused },
    uploads: Object({
      receive: (_body: unknown, _uploader: unknown, use: (form: UploadedForm) => unknown) =>
        use({ fields: new Map(), files: [] }),
    }),
    store: { idOfChannel: unused, idOfInvite: unused },
  });
  const endpoint = Object({ guildParameter: 'guild_id' });
  await forwarding.place(endpoint, {
    method,
    target: '/api/guilds/1/members/2',
    params: { guild_id: '1' },
    caller: null,
    reason: null,
    address: '127.0.0.1',
    body,
    upload: null,
    here: unused,
    ...more,
  });
  return sent[0] ?? assert.fail('nothing was sent');
}

test('an access token is sent to the owner as its hash', async () => {
  const { caller, text } = await forward('PUT', { access_token: TOKEN, nick: 'Ada' }, async () => REPLY);
  assert.ok(!text.includes(TOKEN));
  assert.ok(text.includes(`{"access_token":"${hashSecret(TOKEN)}","nick":"Ada"}`), text);
  assert.equal(caller, '127.0.0.1');
});

test('a read whose outcome is unknown can be repeated, and a change cannot', async () => {
  const unknown = () => Promise.reject(new RequestOutcomeUnknownError());
  await assert.rejects(forward('GET', undefined, unknown), GuildUnavailableError);
  await assert.rejects(forward('PUT', {}, unknown), RequestOutcomeUnknownError);
});

test('a form for a guild that is deleted after it was accepted is answered with 404, and not read again', async () => {
  const accepted = JSON.stringify({ status: 200, headers: {}, body: '{"mayAttach":true}' });
  const replies = [() => Promise.resolve(accepted), () => Promise.reject(new GuildAbsentError())];
  const form = { upload: Object({}), caller: Object({ applicationId: null, user: { id: '1' }, token: {} }) };
  const answer = forward('POST', undefined, () => (replies.shift() ?? unused)(), form);
  await assert.rejects(answer, new RestError('UNKNOWN_CHANNEL'));
});

test('the reply of a new message waits for the event of it that other nodes send', async () => {
  const passed = new Deferred<void>();
  let asked = 0;
  const forwarding = new OperationForwarding({
    ...{ leases: { fresh: () => Object({}) }, requests: { run: unused }, keys: new RequestKeys('a') },
    roundTrip: {
      eventsPassed() {
        asked += 1;
        return passed.promise;
      },
    },
    ...{ guilds: { knownGuildOf: unused }, privateChannels: { isLoaded: unused } },
    ...{ uploads: Object({}), store: { idOfChannel: unused, idOfInvite: unused } },
  });
  const run = (fires: readonly string[]) => {
    const endpoint = Object({ guildParameter: 'guild_id', operation: { fires } });
    return forwarding.place(
      endpoint,
      Object({ params: { guild_id: '1' }, upload: null, here: async () => 'reply' }),
    );
  };
  assert.equal(await run(['GUILD_UPDATE']), 'reply');
  assert.equal(asked, 0);
  let replied: unknown;
  const sent = Promise.resolve(run(['MESSAGE_CREATE'])).then((reply) => {
    replied = reply;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([asked, replied], [1, undefined]);
  passed.resolve();
  await sent;
  assert.equal(replied, 'reply');
});
