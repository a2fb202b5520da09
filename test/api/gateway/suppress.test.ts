import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { addStaff, type Staff } from '../support/staff.js';
import { useWorld } from '../support/world.js';

const SPEAK = 0x200000;
const CONNECT = 0x100000;
const VIEW_CHANNEL = 0x400;
const MUTE_MEMBERS = 0x400000;

const used = useWorld();

/** A voice channel in which only the staff may speak, and one of the staff in it. */
interface Hall {
  readonly id: string;
  readonly staff: Staff;
}
let hall: Hall;

beforeEach(async () => {
  const { service, world } = used;
  const staff = await addStaff(service, world, 0);
  const { id } = await service.ok('POST', `/guilds/${world.guild}/channels`, {
    as: world.bot,
    json: {
      name: 'hall',
      type: 2,
      permission_overwrites: [
        { id: world.guild, type: 'role', allow: CONNECT | VIEW_CHANNEL, deny: SPEAK },
        { id: staff.role, type: 'role', allow: SPEAK, deny: 0 },
      ],
    },
  });
  const gateway = await service.identify(staff.token);
  await gateway.heard('GUILD_CREATE');
  gateway.send(4, { guild_id: world.guild, channel_id: id, self_mute: false, self_deaf: false });
  assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).suppress, false);
  hall = { id, staff };
});

/** What the bot receives of the staff's voice during a request, after the names of all events. */
async function told(method: string, path: string, json: object = {}): Promise<[string[], boolean[]]> {
  const { service, world } = used;
  const heard = await recordEvents(service, world.bot, () =>
    service.ok(method, path, { as: world.bot, json }),
  );
  const states = heard.filter(({ t, d }) => t === 'VOICE_STATE_UPDATE' && d.user_id === hall.staff.person.id);
  for (const { d } of states) assert.equal(d.channel_id, hall.id);
  return [heard.map(({ t }) => t), states.map(({ d }) => d.suppress)];
}

describe('Suppression in voice is updated', () => {
  test('when a role is removed and added again', async () => {
    const { guild } = used.world;
    const path = `/guilds/${guild}/members/${hall.staff.person.id}/roles/${hall.staff.role}`;
    assert.deepEqual(await told('DELETE', path), [['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'], [true]]);
    assert.deepEqual(await told('PUT', path), [['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'], [false]]);
  });

  test('when the overwrites of the channel change', async () => {
    const path = `/channels/${hall.id}/permissions/${hall.staff.role}`;
    const names = ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE'];
    assert.deepEqual(await told('DELETE', path), [names, [true]]);
    const allow = { type: 'role', allow: SPEAK, deny: 0 };
    assert.deepEqual(await told('PUT', path, allow), [names, [false]]);
    const without = {
      permission_overwrites: [{ id: used.world.guild, type: 'role', allow: 0, deny: SPEAK }],
    };
    assert.deepEqual(await told('PATCH', `/channels/${hall.id}`, without), [names, [true]]);
  });

  test('when a role gains or loses what it needs, or goes', async () => {
    const { guild } = used.world;
    const path = `/guilds/${guild}/roles/${hall.staff.role}`;
    const names = ['GUILD_ROLE_UPDATE', 'VOICE_STATE_UPDATE'];
    await told('DELETE', `/channels/${hall.id}/permissions/${hall.staff.role}`);
    assert.deepEqual(await told('PATCH', path, { permissions: 0x8 }), [names, [false]]);
    const [events, suppress] = await told('DELETE', path);
    assert.deepEqual(suppress, [true]);
    assert.ok(events.includes('GUILD_ROLE_DELETE'));
  });

  test('when the guild becomes theirs', async () => {
    const { service, world } = used;
    const { bot, guild } = world;
    const own = await service.ok('POST', '/guilds', {
      as: bot,
      json: {
        name: 'Given away',
        channels: [
          {
            name: 'Quiet',
            type: 2,
            permission_overwrites: [{ id: 0, type: 'role', allow: 0, deny: SPEAK }],
          },
        ],
        roles: [{ id: 0 }],
      },
    });
    assert.notEqual(own.id, guild);
    const [quiet] = await service.ok('GET', `/guilds/${own.id}/channels`, { as: bot });
    const { person } = await addStaff(service, { ...world, guild: own.id }, 0);
    const gateway = await service.identify(person.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(4, { guild_id: own.id, channel_id: quiet.id, self_mute: false, self_deaf: false });
    assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).suppress, true);
    const heard = await recordEvents(service, bot, () =>
      service.ok('PATCH', `/guilds/${own.id}`, { as: bot, json: { owner_id: person.id } }),
    );
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.suppress]),
      [
        ['GUILD_UPDATE', undefined],
        ['VOICE_STATE_UPDATE', false],
      ],
    );
  });

  test('once with the final state if the same change sends the voice state anyway', async () => {
    const { guild } = used.world;
    const path = `/guilds/${guild}/members/${hall.staff.person.id}`;
    assert.deepEqual(await told('PATCH', path, { roles: [], mute: true }), [
      ['GUILD_MEMBER_UPDATE', 'VOICE_STATE_UPDATE'],
      [true],
    ]);
  });

  test('and is not sent without a change', async () => {
    const { guild } = used.world;
    const path = `/guilds/${guild}/roles/${hall.staff.role}`;
    assert.deepEqual(await told('PATCH', path, { permissions: MUTE_MEMBERS }), [['GUILD_ROLE_UPDATE'], []]);
  });
});
