import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SqlMessageStore } from '#guildhall/store/sql/message-store.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { recordEvents } from '../support/event-recorder.js';
import { holdNext, tryToEnd } from '../support/hold-next.js';
import { addPerson } from '../support/staff.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

const skip = oneNodeOnly('how many changes of a user are made at a time applies per node');

test('of the changes that a member makes at once, 32 are made before that of another', { skip }, async () => {
  const { service, world } = used;
  const { bot, member, text } = world;
  const path = `/channels/${text}/messages`;
  const { id } = await service.ok('POST', path, { as: member.token, json: { content: 'hello' } });
  const edit = () => service.ok('PATCH', `${path}/${id}`, { as: member.token, json: { content: 'edited' } });
  const held = holdNext(SqlMessageStore.prototype, 'one');
  const events = await recordEvents(service, bot, async () => {
    const first = edit();
    await held.reached;
    const more = Promise.all(Array.from({ length: 39 }, edit));
    await tryToEnd(service, more);
    const reaction = service.ok('PUT', `${path}/${id}/reactions/👍/@me`, { as: bot });
    await tryToEnd(service, reaction);
    held.release();
    await Promise.all([first, more, reaction]);
  });
  const names = events.map(({ t }) => t).filter((name) => name.startsWith('MESSAGE_'));
  assert.equal(names.length, 41);
  assert.equal(names.indexOf('MESSAGE_REACTION_ADD'), 32);
});

describe('A ban that deletes a message', () => {
  // Each has read the message when the ban comes.
  const CHANGES = {
    'an edit': ['PATCH', '', { content: 'edited' }],
    'a pin': ['PUT', 'pin', undefined],
    'a reaction': ['PUT', 'reaction', undefined],
  } as const;

  for (const [title, [method, what, json]] of Object.entries(CHANGES)) {
    test(`leaves nothing of it to ${title} in progress`, async () => {
      const { service, world } = used;
      const { bot, guild, member, text } = world;
      const person = await addPerson(service, world);
      const say = { as: person.token, json: { content: 'hello' } };
      const { id } = await service.ok('POST', `/channels/${text}/messages`, say);
      const message = `/channels/${text}/messages/${id}`;
      const paths = {
        '': message,
        pin: `/channels/${text}/pins/${id}`,
        reaction: `${message}/reactions/👍/@me`,
      };
      const as = what === '' ? person.token : bot;
      const held = holdNext(SqlMessageStore.prototype, 'one');
      const events = await recordEvents(service, member.token, async () => {
        const change = service.request(method, paths[what], { as, json });
        await held.reached;
        const ban = service.ok('PUT', `/guilds/${guild}/bans/${person.id}?delete-message-days=1`, {
          as: bot,
        });
        await tryToEnd(service, ban);
        held.release();
        await Promise.all([change, ban]);
      });
      assert.equal((await service.request('GET', message, { as: bot })).status, 404);
      const ofMessage = events.filter(({ d }) => [d.id, d.message_id].includes(id)).map(({ t }) => t);
      assert.equal(ofMessage.at(-1), 'MESSAGE_DELETE', 'nothing is heard of it afterwards');
      const again = await service.request(method, paths[what], { as: bot, json });
      assert.deepEqual([again.status, again.body.code], [404, 10008]);
    });
  }

  test('lets a member edit a message after it was stored', async () => {
    const { service, world } = used;
    const { bot, guild, member, text } = world;
    const person = await addPerson(service, world);
    const say = { as: member.token, json: { content: 'mine' } };
    const { id } = await service.ok('POST', `/channels/${text}/messages`, say);
    const held = holdNext(SqlMessageStore.prototype, 'ofAuthor');
    const ban = service.ok('PUT', `/guilds/${guild}/bans/${person.id}?delete-message-days=1`, { as: bot });
    await held.reached;
    const edit = service.ok('PATCH', `/channels/${text}/messages/${id}`, {
      as: member.token,
      json: { content: 'edited' },
    });
    await tryToEnd(service, edit);
    held.release();
    assert.equal((await edit).content, 'edited');
    await ban;
  });
});
