import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAccounts, addGuild, changeGuild } from './fixtures.js';
import { eachWithStore, type MakePlace } from './store-place.js';

/** What `ImageStore` promises of guilds; the images of accounts and applications are with those. */
export function describeImages(makePlace: MakePlace): void {
  describe('Images', () => {
    const tested = eachWithStore(makePlace);

    test('are found by their use, their owner and their hash', async () => {
      const { images } = tested.store;
      await addAccounts(tested.store, '1');
      const guild = await addGuild(tested.store, '100');
      await changeGuild(tested.store, guild, [
        { kind: 'image', use: 'icons', image: { hash: 'aa', data: 'aWNvbg==' } },
        { kind: 'image', use: 'splashes', image: { hash: 'aa', data: 'c3BsYXNo' } },
      ]);
      assert.equal(await images.one('icons', '100', 'aa'), 'aWNvbg==');
      assert.equal(await images.one('splashes', '100', 'aa'), 'c3BsYXNo');
      assert.equal(await images.one('avatars', '100', 'aa'), null);
      assert.equal(await images.one('icons', '101', 'aa'), null);
      assert.equal(await images.one('icons', '100', 'bb'), null);
      await changeGuild(tested.store, guild, [{ kind: 'image-removed', use: 'icons', hash: 'aa' }]);
      assert.equal(await images.one('icons', '100', 'aa'), null);
      assert.equal(await images.one('splashes', '100', 'aa'), 'c3BsYXNo');
    });

    test('of emojis are removed with their emoji and with their guild', async () => {
      const { images } = tested.store;
      await addAccounts(tested.store, '1');
      const guild = await addGuild(tested.store, '100');
      const emoji = { name: 'smile', roles: [], userId: '1', animated: false };
      for (const id of ['130', '131']) {
        await changeGuild(tested.store, guild, [
          { kind: 'emoji', emoji: { ...emoji, id } },
          { kind: 'emoji-image', id, data: `image ${id}` },
        ]);
      }
      assert.equal(await images.ofEmoji('130'), 'image 130');
      assert.equal(await images.ofEmoji('132'), null);
      await changeGuild(tested.store, guild, [{ kind: 'emoji-removed', id: '130' }]);
      assert.equal(await images.ofEmoji('130'), null);
      assert.equal(await images.ofEmoji('131'), 'image 131');
      await changeGuild(tested.store, guild, [{ kind: 'guild-removed' }]);
      assert.equal(await images.ofEmoji('131'), null);
    });
  });
}
