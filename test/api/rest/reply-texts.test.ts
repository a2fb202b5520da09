import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { type ReplyKey, ReplyTexts } from '#guildhall/api/rest/reply-texts.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { guild as createState, member } from '../../guilds/worlds.js';

const [FIRST, SECOND] = OPERATIONS;
assert.ok(FIRST && SECOND);
const KEY: ReplyKey = { operation: FIRST, version: V6, subject: null };

/** Two texts of 400 bytes fit in, with what each takes besides; three do not. */
const MAX_LENGTH = 2500;

/** Replies that count how often they are made. */
class Replies {
  readonly users = { revision: 0 };
  readonly texts: ReplyTexts;
  made = 0;

  constructor(maxLength?: number) {
    this.texts = new ReplyTexts(this.users, maxLength);
  }

  /** Reads a reply of a text of this length. @returns whether it was cached */
  async isCached(guild = GUILD, key = KEY, length = 10): Promise<boolean> {
    const before = this.made;
    const text = await this.texts.of(guild, key, () => this.#make(length));
    assert.equal(text.bytes.length, length);
    return this.made === before;
  }

  #make(length: number): string {
    this.made += 1;
    return 'x'.repeat(length - 2);
  }
}

const GUILD = createState();

test('a reply is made once for each operation, version and subject', async () => {
  const replies = new Replies();
  const other = Object.assign(Object.create(V6), V6);
  for (const key of [
    KEY,
    { ...KEY, operation: SECOND },
    { ...KEY, version: other },
    { ...KEY, subject: 'other' },
  ]) {
    assert.equal(await replies.isCached(GUILD, key), false);
    assert.equal(await replies.isCached(GUILD, key), true);
  }
  assert.equal(await replies.isCached(createState()), false);
});

test('a change of the guild or of a known user invalidates its replies', async () => {
  const replies = new Replies();
  const state = createState();
  await replies.isCached(state);
  applyChanges(state, [{ kind: 'member', member: member('2') }]);
  assert.equal(await replies.isCached(state), false);
  applyChanges(state, [{ kind: 'last-message', channelId: '3', messageId: '4' }]);
  assert.equal(await replies.isCached(state), false);
  assert.equal(await replies.isCached(state), true);
  replies.users.revision += 1;
  assert.equal(await replies.isCached(state), false);
});

test('a reply that was made while the guild changed is not kept', async () => {
  const replies = new Replies(MAX_LENGTH);
  const [changing, quiet] = [createState(), createState()];
  await replies.isCached(quiet, KEY, 400);
  const slow = await replies.texts.of(changing, KEY, async () => {
    applyChanges(changing, [{ kind: 'member', member: member('2') }]);
    return 'x'.repeat(1700);
  });
  assert.equal(slow.bytes.length, 1702);
  assert.equal((await replies.texts.of(changing, KEY, () => 'new')).bytes, '"new"');
  assert.equal(await replies.isCached(quiet, KEY, 400), true);
});

test('a failure is not kept', async () => {
  const { texts } = new Replies();
  assert.throws(() => texts.of(GUILD, KEY, () => assert.fail('unknown')));
  assert.equal((await texts.of(GUILD, KEY, () => 'known')).bytes, '"known"');
});

test('texts that are too long together are dropped, those of the first guild first', async () => {
  const replies = new Replies(MAX_LENGTH);
  const [oldest, newer, newest] = [createState(), createState(), createState()];
  for (const state of [oldest, newer, newest]) await replies.isCached(state, KEY, 400);
  assert.equal(await replies.isCached(newest, KEY, 400), true);
  assert.equal(await replies.isCached(newer, KEY, 400), true);
  assert.equal(await replies.isCached(oldest, KEY, 400), false);
});

test('short texts are limited in their number, too', async () => {
  const replies = new Replies(MAX_LENGTH);
  for (let subject = 0; subject < 10; subject += 1) await replies.isCached(GUILD, { ...KEY, subject }, 2);
  assert.equal(await replies.isCached(GUILD, { ...KEY, subject: 0 }, 2), false);
});

test('texts of a former revision do not count', async () => {
  const replies = new Replies(MAX_LENGTH);
  const [changing, quiet] = [createState(), createState()];
  await replies.isCached(quiet, KEY, 400);
  for (let count = 0; count < 5; count += 1) {
    applyChanges(changing, [{ kind: 'member', member: member('2') }]);
    await replies.isCached(changing, KEY, 400);
  }
  assert.equal(await replies.isCached(quiet, KEY, 400), true);
});

test('a text that is much longer than others is not kept', async () => {
  const replies = new Replies();
  const length = 1024 * 1024;
  await replies.isCached(GUILD, KEY, length);
  assert.equal(await replies.isCached(GUILD, KEY, length), false);
});
