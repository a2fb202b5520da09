import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { UserError } from '#guildhall/platform/errors.js';
import { PrivateFileWriter } from '#guildhall/platform/files/private-file.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { OnceGrants } from '#guildhall/rpc/consent/once-grants.js';
import { OnceGrantsFile } from '#guildhall/rpc/consent/once-grants-file.js';
import { settle } from '../hardware/support/manual-clock.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { eventually } from '../helpers/eventually.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { MockChatClient } from '../mocks/mock-client.js';

interface Fixture {
  readonly client: MockChatClient;
  readonly path: string;
  open(client?: MockChatClient, service?: string): Promise<OnceGrants>;
}

function withGrants(run: (fixture: Fixture) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-once-'));
    try {
      const client = new MockChatClient();
      const path = join(folder, 'once-grants.json');
      const open = async (other = client, service = 'embedded') =>
        new OnceGrants({
          file: await OnceGrantsFile.open(path, service),
          client: other,
          clock: systemClock,
          log: silentLogger,
        });
      await run({ client, path, open });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const isSaved = async (path: string) => /"grant_id"/.test(await readFile(path, 'utf8'));

test(
  'a once grant is revoked when its connection closes, and no other',
  withGrants(async ({ client, path, open }) => {
    const grants = await open();
    const [first, second] = [new AbortController(), new AbortController()];
    assert.equal(await grants.authorize('100', ['rpc'], first.signal), 'code-1');
    await grants.authorize('100', ['rpc'], second.signal);
    await assertPrivate(path);
    assert.deepEqual([...client.onceGrants], ['901', '902']);
    first.abort();
    await eventually(() => client.onceGrants.size === 1);
    assert.deepEqual([...client.onceGrants], ['902']);
    second.abort();
    await eventually(async () => client.onceGrants.size === 0 && !(await isSaved(path)));
    await grants.stop();
  }),
);

test(
  'a grant is not revoked as a leftover when the service is connected while it is being recorded',
  withGrants(async ({ client, open }) => {
    const grants = await open();
    const code = grants.authorize('100', ['rpc'], new AbortController().signal);
    // Nothing can be written to the disk before the event loop turns.
    for (let turn = 0; turn < 20; turn += 1) {
      await null;
      client.setConnected(true);
    }
    await code;
    assert.deepEqual([...client.onceGrants], ['901']);
    await grants.stop();
  }),
);

test(
  'a connection that closed while the service was asked leaves no grant',
  withGrants(async ({ client, open }) => {
    const grants = await open();
    const gone = new AbortController();
    const code = grants.authorize('100', ['rpc'], gone.signal);
    gone.abort();
    await code;
    await eventually(() => client.onceGrants.size === 0);
    await grants.stop();
  }),
);

test(
  'the grants of a connection that closes are revoked a few at a time',
  withGrants(async ({ client, open }) => {
    let running = 0;
    let most = 0;
    const authorizeOnce = client.authorizeOnce.bind(client);
    client.authorizeOnce = async (...args) => {
      const given = await authorizeOnce(...args);
      const revoke = async () => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
        await given.revoke();
      };
      return { ...given, revoke };
    };
    const grants = await open();
    const gone = new AbortController();
    for (let count = 0; count < 30; count += 1) await grants.authorize('100', ['rpc'], gone.signal);
    gone.abort();
    await eventually(() => client.onceGrants.size === 0);
    assert.equal(most, 8);
    await grants.stop();
  }),
);

test(
  'a revocation that waits for its turn is not made a second time as a leftover',
  withGrants(async ({ client, open }) => {
    const revoked: string[] = [];
    const authorizeOnce = client.authorizeOnce.bind(client);
    client.authorizeOnce = async (...args) => {
      const given = await authorizeOnce(...args);
      const revoke = async () => {
        revoked.push(given.grantId);
        await settle();
        await given.revoke();
      };
      return { ...given, revoke };
    };
    const revokeGrant = client.revokeGrant.bind(client);
    client.revokeGrant = async (grantId) => {
      revoked.push(grantId);
      return revokeGrant(grantId);
    };
    const grants = await open();
    const gone = new AbortController();
    setMaxListeners(100, gone.signal);
    for (let count = 0; count < 30; count += 1) await grants.authorize('100', ['rpc'], gone.signal);
    gone.abort();
    await grants.revokeLeftovers();
    await grants.stop();
    assert.deepEqual([revoked.length, new Set(revoked).size, client.onceGrants.size], [30, 30, 0]);
  }),
);

test(
  'stopping the daemon revokes the grants of open connections',
  withGrants(async ({ client, path, open }) => {
    const grants = await open();
    await grants.authorize('100', ['rpc'], new AbortController().signal);
    await grants.stop();
    assert.equal(client.onceGrants.size, 0);
    assert.equal(await isSaved(path), false);
  }),
);

test(
  'grants that a crash left are revoked at the next start, as the person who allowed them',
  withGrants(async ({ client, path, open }) => {
    await (await open()).authorize('100', ['rpc'], new AbortController().signal);
    assert.deepEqual([...client.onceGrants], ['901']);
    const other = new MockChatClient();
    other.user = { id: '2', username: 'bob', discriminator: '0001', avatar: null };
    const asOther = await open(other);
    await asOther.stop();
    assert.equal(await isSaved(path), true);
    const next = await open();
    await eventually(async () => client.onceGrants.size === 0 && !(await isSaved(path)));
    await next.stop();
  }),
);

test(
  'grants that a crash left at another service are kept, and revoked when that service is used again',
  withGrants(async ({ client, path, open }) => {
    await (await open()).authorize('100', ['rpc'], new AbortController().signal);
    const remote = new MockChatClient();
    const atRemote = await open(remote, 'https://chat.example/api');
    await atRemote.revokeLeftovers();
    await atRemote.authorize('100', ['rpc'], new AbortController().signal);
    await atRemote.stop();
    assert.deepEqual([...remote.onceGrants], []);
    assert.deepEqual([...client.onceGrants], ['901']);
    assert.equal(await isSaved(path), true);
    const next = await open();
    await next.revokeLeftovers();
    await next.stop();
    assert.equal(client.onceGrants.size, 0);
    assert.equal(await isSaved(path), false);
  }),
);

test(
  'grants that could not be revoked are revoked when the service is connected again',
  withGrants(async ({ client, path, open }) => {
    const grants = await open();
    const gone = new AbortController();
    await grants.authorize('100', ['rpc'], gone.signal);
    client.refusal = new ServiceError('The service cannot be reached', 0);
    gone.abort();
    await grants.stop();
    assert.equal(await isSaved(path), true);
    client.refusal = null;
    const next = await open();
    await eventually(async () => client.onceGrants.size === 0 && !(await isSaved(path)));
    await next.stop();
  }),
);

test(
  'leftovers are revoked on demand, by one request each, and a failure is reported',
  withGrants(async ({ client, path, open }) => {
    await (await open()).authorize('100', ['rpc'], new AbortController().signal);
    client.refusal = new ServiceError('The service cannot be reached', 0);
    const next = await open();
    await assert.rejects(next.revokeLeftovers(), client.refusal);
    client.refusal = null;
    await Promise.all([next.revokeLeftovers(), next.revokeLeftovers()]);
    assert.equal(client.onceGrants.size, 0);
    assert.equal(client.revocations, 1);
    await next.stop();
    assert.equal(await isSaved(path), false);
  }),
);

test(
  'nothing is granted if the grant cannot be recorded on disk',
  withGrants(async ({ client, path, open }) => {
    await writeFile(path, '{"version":1,"grants":[]}');
    const grants = await open();
    await rm(path);
    // A folder in its place cannot be replaced by a file.
    await mkdir(join(path, 'x'), { recursive: true });
    await assert.rejects(grants.authorize('100', ['rpc'], new AbortController().signal));
    assert.equal(client.onceGrants.size, 0);
    await grants.stop();
  }),
);

test(
  'a damaged file is refused with a hint',
  withGrants(async ({ path, open }) => {
    await writeFile(path, '{"version":1,"grants":[{}]}');
    await assert.rejects(
      open(),
      (error) => error instanceof UserError && /grants list/.test(error.hint ?? ''),
    );
  }),
);

test(
  'a grant allowed once ends with its connection, a permanent one does not',
  withMockRpc(async (mock) => {
    for (const lasting of [true, false]) {
      const connection = await mock.connect();
      const reply = connection.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
      const asked = await eventually(() => mock.asked.shift() ?? false);
      asked.answer(true, false, lasting);
      assert.equal((await reply).evt, null);
      assert.equal(mock.once.length, lasting ? 0 : 1);
      await connection.close();
    }
    await eventually(() => mock.once[0]?.aborted === true);
  }),
);

test(
  'once grants of many connections that begin and end at once are written to the disk together',
  withGrants(async ({ client, path, open }) => {
    const grants = await open();
    const write = mock.method(PrivateFileWriter.prototype, 'write');
    const end = new AbortController();
    setMaxListeners(100, end.signal);
    await Promise.all(Array.from({ length: 100 }, () => grants.authorize('100', ['rpc'], end.signal)));
    assert.ok(write.mock.callCount() <= 2, `${write.mock.callCount()} writes`);
    assert.equal((await readFile(path, 'utf8')).match(/"grant_id"/g)?.length, 100);
    end.abort();
    await grants.stop();
    assert.equal(client.onceGrants.size, 0);
    assert.ok(!(await isSaved(path)));
    assert.ok(write.mock.callCount() <= 4, `${write.mock.callCount()} writes`);
    write.mock.restore();
  }),
);
