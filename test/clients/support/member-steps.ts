import assert from 'node:assert/strict';
import { join } from '../../api/support/world.js';
import { PRIVATE_STEPS } from './private-steps.js';
import { made, type Round, type Step } from './step.js';

/** What a bot does with the members of its guild. */
export const MEMBER_STEPS: readonly Step[] = [
  {
    title: 'sees somebody come',
    act: comesIn,
    events: ['GUILD_MEMBER_ADD Ada'],
  },
  {
    title: 'gives a nick',
    act: ({ client, ids, person }) => client.setNick(made(ids, 'guild'), person.id, 'Countess'),
    events: ['GUILD_MEMBER_UPDATE Countess with 0 roles'],
  },
  {
    title: 'gives a role',
    act: ({ client, ids, person }) => client.addRole(made(ids, 'guild'), person.id, made(ids, 'squires')),
    events: ['GUILD_MEMBER_UPDATE Countess with 1 roles'],
  },
  {
    title: 'takes a role',
    act: ({ client, ids, person }) => client.removeRole(made(ids, 'guild'), person.id, made(ids, 'squires')),
    events: ['GUILD_MEMBER_UPDATE Countess with 0 roles'],
  },
  {
    title: 'kicks',
    act: ({ client, ids, person }) => client.kick(made(ids, 'guild'), person.id),
    events: ['GUILD_MEMBER_REMOVE Ada'],
  },
  {
    title: 'sees them come again',
    act: comesIn,
    events: ['GUILD_MEMBER_ADD Ada'],
  },
  ...PRIVATE_STEPS,
  {
    title: 'receives their messages',
    act: ({ service, ids, person }) =>
      service.ok('POST', `/channels/${ids.talk}/messages`, { as: person.token, json: { content: 'spam' } }),
    events: ['MESSAGE_CREATE spam'],
    check: async ({ client, ids }) => assert.deepEqual(await client.messages(made(ids, 'talk')), ['spam']),
  },
  {
    title: 'bans, and the messages of a day go',
    act: ({ client, ids, person }) => client.ban(made(ids, 'guild'), person.id, 1, 'they spam ✓'),
    events: ['MESSAGE_DELETE spam', 'GUILD_BAN_ADD Ada', 'GUILD_MEMBER_REMOVE Ada'],
    check: async ({ client, ids, person }) => {
      assert.deepEqual(await client.bans(made(ids, 'guild')), { [person.id]: 'they spam ✓' });
      assert.deepEqual(await client.messages(made(ids, 'talk')), []);
    },
  },
  {
    title: 'unbans',
    act: ({ client, ids, person }) => client.unban(made(ids, 'guild'), person.id),
    events: ['GUILD_BAN_REMOVE Ada'],
    check: async ({ client, ids }) => assert.deepEqual(await client.bans(made(ids, 'guild')), {}),
  },
  {
    title: 'counts whom a prune would remove',
    act: async ({ client, ruins }) => assert.equal(await client.countPrune(ruins, 7), 1),
    events: [],
  },
  {
    title: 'prunes',
    act: async ({ client, ruins }) => assert.equal(await client.prune(ruins, 7), 1),
    events: ['GUILD_MEMBER_REMOVE Sleeper'],
  },
];

function comesIn({ service, game, person, ids }: Round): Promise<void> {
  return join(service, game, person, made(ids, 'guild'));
}
