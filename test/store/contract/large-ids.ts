import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { channel } from '../../guilds/worlds.js';
import { addAccounts, addGuild, changeGuild, message } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** Ids that fit into 64 bits without a sign, and not into those with one. */
const LARGE = [(2n ** 63n).toString(), (2n ** 64n - 1n).toString()];

/** What every store gives for ids that no object can have: clients may send them. */
export function describeLargeIds(makePlace: MakePlace): void {
  describe('Ids above those of any object', () => {
    const tested = eachWithStore(makePlace);

    for (const id of LARGE) {
      test(`find nothing: ${id}`, async () => {
        const { store } = tested;
        await addAccounts(store, '1');
        assert.equal(await store.guilds.load(id), null);
        assert.equal(await store.guilds.idOfChannel(id), null);
        assert.equal(await store.applications.byId(id), null);
        assert.equal(await store.messages.one(id, id), null);
        assert.deepEqual(
          (await store.accounts.byIds([id, '1'])).map((one) => one.id),
          ['1'],
        );
      });

      test(`come after all others in a page: ${id}`, async () => {
        const { store } = tested;
        await addAccounts(store, '1');
        const guild = await addGuild(store, '100', { channels: [channel('110')] });
        await changeGuild(store, guild, [{ kind: 'message', message: message('400', '110') }]);
        const page = await store.messages.page('110', { kind: 'before', id }, 10);
        assert.deepEqual(
          page.map((one) => one.id),
          ['400'],
        );
        assert.deepEqual(await store.messages.page('110', { kind: 'after', id }, 10), []);
      });
    }
  });
}
