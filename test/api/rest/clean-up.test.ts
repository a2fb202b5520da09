import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Cast, useCast } from '../support/cast.js';
import { type StoredGuild, storedGuild } from '../support/stored-guild.js';

const used = useCast();
beforeEach(() => used.renew?.());

/** Something that names what is deleted: `refer` makes it so, `left` reads it. */
interface Reference {
  readonly refer: (cast: Cast) => readonly [method: string, path: string, json?: object];
  readonly left: (state: StoredGuild, cast: Cast) => unknown;
  readonly expected: unknown;
}

const guildOf = ({ guild }: Cast) => `/guilds/${guild}`;
const setting = (json: (cast: Cast) => object, left: Reference['left']): Reference => ({
  refer: (cast) => ['PATCH', guildOf(cast), json(cast)],
  left,
  expected: null,
});
const embed = (left: Reference['left']): Reference => ({
  refer: (cast) => ['PATCH', `${guildOf(cast)}/embed`, { channel_id: cast.text }],
  left,
  expected: null,
});
const overwriteFor = (type: string, idOf: (cast: Cast) => string): Reference => ({
  refer: (cast) => [
    'PUT',
    `/channels/${cast.text}/permissions/${idOf(cast)}`,
    { type, allow: 1024, deny: 0 },
  ],
  left: ({ channels }, cast) => channels.find(({ id }) => id === cast.text)?.permission_overwrites,
  expected: [],
});

describe('A channel that is deleted', () => {
  const text = ({ text: id }: Cast) => `/channels/${id}`;
  cleansUp(text, {
    'the system channel': setting(
      (cast) => ({ system_channel_id: cast.text }),
      ({ guild }) => guild.system_channel_id,
    ),
    'the channel of the embed': embed(({ embed: { channel_id } }) => channel_id),
    'the embedded channel of the guild': embed(({ guild }) => guild.embed_channel_id ?? null),
    'the channel of the widget': embed(({ guild }) => guild.widget_channel_id ?? null),
    'its invites': {
      refer: (cast) => ['POST', `${text(cast)}/invites`, {}],
      left: ({ invites }) => invites,
      expected: [],
    },
    'its messages': {
      refer: (cast) => ['POST', `${text(cast)}/messages`, { content: 'hi' }],
      left: ({ messages }, cast) => messages[cast.text] ?? null,
      expected: null,
    },
  });
  cleansUp(({ voice }) => `/channels/${voice}`, {
    'the channel of the absent': setting(
      ({ voice }) => ({ afk_channel_id: voice }),
      ({ guild }) => guild.afk_channel_id,
    ),
  });
  cleansUp(({ category }) => `/channels/${category}`, {
    'the parent of what lay in it': {
      refer: ({ text: id, category }) => ['PATCH', `/channels/${id}`, { parent_id: category }],
      left: ({ channels }, cast) => channels.find(({ id }) => id === cast.text)?.parent_id,
      expected: null,
    },
  });
});

describe('A role that is deleted', () => {
  cleansUp((cast) => `${guildOf(cast)}/roles/${cast.lower.role}`, {
    'a role of its members': {
      refer: (cast) => ['PUT', `${guildOf(cast)}/members/${cast.person.id}/roles/${cast.lower.role}`],
      left: ({ members }, { person }) => members.find(({ user }) => user.id === person.id)?.roles,
      expected: [],
    },
    'its overwrites': overwriteFor('role', ({ lower }) => lower.role),
  });
});

describe('A member who is removed', () => {
  cleansUp((cast) => `${guildOf(cast)}/members/${cast.lower.person.id}`, {
    'their overwrites': overwriteFor('member', ({ lower }) => lower.person.id),
  });
});

/** One test a reference: it is there before, and gone after a restart. */
function cleansUp(target: (cast: Cast) => string, references: Readonly<Record<string, Reference>>): void {
  for (const [name, { refer, left, expected }] of Object.entries(references)) {
    test(`leaves nothing in ${name}`, async () => {
      const { service, world } = used;
      const [method, path, json] = refer(world);
      await service.ok(method, path, { as: world.bot, json });
      assert.notDeepEqual(left(await read(), world), expected, 'it is referred to before');
      await service.ok('DELETE', target(world), { as: world.bot });
      assert.deepEqual(left(await read(), world), expected, 'at once');
      await service.restart();
      assert.deepEqual(left(await read(), world), expected, 'after a restart');
    });
  }
}

async function read(): Promise<StoredGuild> {
  return (await storedGuild(used.service, used.world)) ?? assert.fail('the guild is there');
}
