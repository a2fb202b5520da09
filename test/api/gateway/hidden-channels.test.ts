import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eventually } from '../../helpers/eventually.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { addStaff, type Staff } from '../support/staff.js';
import { join, useWorld } from '../support/world.js';
import { settled } from './helpers.js';

const VIEW_CHANNEL = 0x400;
const CONNECT = 0x100000;
const ADMINISTRATOR = 0x8;

const used = useWorld();

let staff: Staff;
/** a voice channel that only the staff may view, with one of the staff in it */
let secret: string;
let speaker: GatewayClient;
/** somebody who may not view it */
let member: GatewayClient;

beforeEach(async () => {
  const { service, world } = used;
  staff = await addStaff(service, world, 0);
  member = await enter(world.member.token);
  secret = await createChannel('secret', 2);
  speaker = await enter(staff.token);
  moveTo(speaker, secret);
  assert.equal((await speaker.heard('VOICE_STATE_UPDATE')).channel_id, secret);
});

async function enter(token: string): Promise<GatewayClient> {
  const gateway = await used.service.identify(token);
  await gateway.heard('GUILD_CREATE');
  return gateway;
}

/** Creates a channel that only the staff may view. */
async function createChannel(name: string, type: number): Promise<string> {
  const { service, world } = used;
  const json = {
    ...{ name, type },
    permission_overwrites: [
      { id: world.guild, type: 'role', allow: 0, deny: VIEW_CHANNEL },
      { id: staff.role, type: 'role', allow: VIEW_CHANNEL | CONNECT, deny: 0 },
    ],
  };
  return (await service.ok('POST', `/guilds/${world.guild}/channels`, { as: world.bot, json })).id;
}

function moveTo(gateway: GatewayClient, channel: string | null): void {
  const { guild } = used.world;
  gateway.send(4, { guild_id: guild, channel_id: channel, self_mute: false, self_deaf: false });
}

/** The channel events and voice states that a session received of the secret channel, in order. */
function received(gateway: GatewayClient): string[] {
  return gateway.frames.flatMap(({ t, d }) => {
    const { id, channel_id, user_id } = (d ?? {}) as {
      id?: string;
      channel_id?: string | null;
      user_id?: string;
    };
    if (t?.startsWith('CHANNEL_') && id === secret) return [t];
    return t === 'VOICE_STATE_UPDATE' && user_id === staff.person.id ? [`${t} ${channel_id}`] : [];
  });
}

const shown = () => ['CHANNEL_CREATE', `VOICE_STATE_UPDATE ${secret}`];
const taken = () => ['VOICE_STATE_UPDATE null', 'CHANNEL_DELETE'];

/** Waits until a session received exactly this. */
async function receives(gateway: GatewayClient, expected: string[]): Promise<void> {
  await eventually(() => received(gateway).length >= expected.length);
  await settled(gateway);
  assert.deepEqual(received(gateway), expected);
}

function ok(method: string, path: string, json: object = {}): Promise<unknown> {
  return used.service.ok(method, path, { as: used.world.bot, json });
}

describe('A channel that a member may not view', () => {
  test('is in no list and no event of theirs, and neither is who is in it', async () => {
    const { service, world } = used;
    const later = await service.identify(world.member.token);
    const guild = await later.heard('GUILD_CREATE');
    const listed = await service.ok('GET', `/guilds/${world.guild}/channels`, { as: world.member.token });
    for (const channels of [guild.channels, listed]) {
      const ids = channels.map(({ id }: { id: string }) => id);
      assert.ok(ids.includes(world.text));
      assert.ok(!ids.includes(world.hidden) && !ids.includes(secret));
    }
    assert.deepEqual(guild.voice_states, []);
    moveTo(speaker, null);
    await ok('PATCH', `/channels/${secret}`, { name: 'other' });
    await ok('DELETE', `/channels/${secret}`);
    for (const gateway of [member, later]) await receives(gateway, []);
  });

  test('is in the lists and events of members who may view it and of administrators', async () => {
    const { service, world } = used;
    const admin = await service.person('Root');
    await join(service, world.game, admin, world.guild);
    const { id } = await service.ok('POST', `/guilds/${world.guild}/roles`, {
      as: world.bot,
      json: { permissions: ADMINISTRATOR },
    });
    await ok('PUT', `/guilds/${world.guild}/members/${admin.id}/roles/${id}`);
    for (const token of [admin.token, staff.token, world.game.bot.token]) {
      const gateway = await service.identify(token);
      const guild = await gateway.heard('GUILD_CREATE');
      assert.ok(guild.channels.some((channel) => channel.id === secret));
      assert.ok(guild.voice_states.some((state) => state.channel_id === secret));
      await ok('PATCH', `/channels/${secret}`, { name: `for-${token.length}` });
      await receives(gateway, ['CHANNEL_UPDATE']);
      await gateway.close();
    }
  });

  test('appears with CHANNEL_CREATE and disappears with CHANNEL_DELETE when their roles change', async () => {
    const { guild, member: person } = used.world;
    const path = `/guilds/${guild}/members/${person.id}/roles/${staff.role}`;
    await ok('PUT', path);
    await receives(member, shown());
    await ok('DELETE', path);
    await receives(member, [...shown(), ...taken()]);
    const names = member.dispatches;
    assert.ok(names.indexOf('GUILD_MEMBER_UPDATE') < names.indexOf('CHANNEL_CREATE'));
  });

  test('appears and disappears when its overwrites change, and stays for members who may view it', async () => {
    const path = `/channels/${secret}/permissions/${used.world.member.id}`;
    await ok('PUT', path, { type: 'member', allow: VIEW_CHANNEL, deny: 0 });
    await receives(member, shown());
    await ok('DELETE', path);
    await receives(member, [...shown(), ...taken()]);
    assert.deepEqual(
      received(speaker).filter((name) => name.startsWith('CHANNEL')),
      ['CHANNEL_UPDATE', 'CHANNEL_UPDATE'],
    );
  });

  test('appears and disappears when the permissions of a role change', async () => {
    const { service, world } = used;
    const path = `/guilds/${world.guild}/roles/${world.role}`;
    await ok('PUT', `/guilds/${world.guild}/members/${world.member.id}/roles/${world.role}`);
    await ok('PATCH', path, { permissions: ADMINISTRATOR });
    await receives(member, shown());
    const listed = await service.ok('GET', `/guilds/${world.guild}/channels`, { as: world.member.token });
    assert.ok(listed.some(({ id }: { id: string }) => id === secret));
    await ok('PATCH', path, { permissions: 0 });
    await receives(member, [...shown(), ...taken()]);
    await ok('DELETE', `/guilds/${world.guild}/members/${world.member.id}/roles/${world.role}`);
  });

  test('disappears without the name, topic and overwrites that it has from then on', async () => {
    const { guild, text } = used.world;
    const overwrite = { id: guild, type: 'role', allow: 0, deny: VIEW_CHANNEL };
    const change = { name: 'plans', topic: 'what nobody may know', permission_overwrites: [overwrite] };
    await ok('PATCH', `/channels/${text}`, change);
    const gone = await member.heard('CHANNEL_DELETE');
    assert.deepEqual([gone.id, gone.guild_id, gone.type], [text, guild, 0]);
    assert.deepEqual([gone.name, gone.topic, gone.permission_overwrites], ['', null, []]);
    await ok('PATCH', `/channels/${text}`, { permission_overwrites: [] });
  });

  test('is where members vanish to who move there from a channel in view', async () => {
    const { voice } = used.world;
    moveTo(speaker, voice);
    await receives(member, [`VOICE_STATE_UPDATE ${voice}`]);
    // What they do there is not shown either.
    const { guild } = used.world;
    speaker.send(4, { guild_id: guild, channel_id: secret, self_mute: true, self_deaf: true });
    await receives(member, [`VOICE_STATE_UPDATE ${voice}`, 'VOICE_STATE_UPDATE null']);
    const left = member.frames.findLast(({ t }) => t === 'VOICE_STATE_UPDATE')?.d as Record<string, unknown>;
    assert.deepEqual([left.self_mute, left.self_deaf], [false, false]);
  });

  test('appears before the first message in it, and no message is sent after it disappeared', async () => {
    const { service, world } = used;
    const text = await createChannel('secret-talk', 0);
    const role = `/guilds/${world.guild}/members/${world.member.id}/roles/${staff.role}`;
    const say = (content: string) => ok('POST', `/channels/${text}/messages`, { content });
    await say('before');
    await ok('PUT', role);
    await say('seen');
    assert.equal((await member.heard('MESSAGE_CREATE')).content, 'seen');
    await service.ok('DELETE', role, { as: world.bot });
    await say('after');
    await settled(member);
    const messages = member.frames.filter(({ t }) => t === 'MESSAGE_CREATE');
    assert.deepEqual(
      messages.map(({ d }) => (d as { content: string }).content),
      ['seen'],
    );
    const created = member.frames.findIndex(
      ({ t, d }) => t === 'CHANNEL_CREATE' && (d as { id: string }).id === text,
    );
    assert.ok(created !== -1 && created < member.frames.findIndex(({ t }) => t === 'MESSAGE_CREATE'));
  });
});

describe('A voice channel that becomes hidden to a member in it', () => {
  /** a channel that everybody may view, with the member in it */
  let hall: string;

  beforeEach(async () => {
    const { service, world } = used;
    const json = { name: 'hall', type: 2 };
    hall = (await service.ok('POST', `/guilds/${world.guild}/channels`, { as: world.bot, json })).id;
    await settled(member);
    moveTo(member, hall);
    assert.equal((await member.heard('VOICE_STATE_UPDATE')).channel_id, hall);
  });

  const hide = () =>
    ok('PUT', `/channels/${hall}/permissions/${used.world.guild}`, {
      ...{ type: 'role', allow: 0, deny: VIEW_CHANNEL },
    });
  const show = () => ok('DELETE', `/channels/${hall}/permissions/${used.world.guild}`);

  /** Where the service says that the member is. */
  async function place(): Promise<string | null> {
    const gateway = await used.service.identify(used.world.game.bot.token);
    const { voice_states } = await gateway.heard('GUILD_CREATE');
    await gateway.close();
    const state = voice_states.find(({ user_id }) => user_id === used.world.member.id);
    return state?.channel_id ?? null;
  }

  /** What a session received of the member's voice and of the channel since it was in this many frames. */
  function since(gateway: GatewayClient, frames: number): string[] {
    return gateway.frames.slice(frames).flatMap(({ t, d }) => {
      const data = (d ?? {}) as { id?: string; channel_id?: string | null; user_id?: string };
      if (t?.startsWith('CHANNEL_') && data.id === hall) return [t];
      const isTheirs = t === 'VOICE_STATE_UPDATE' && data.user_id === used.world.member.id;
      return isTheirs ? [`${t} ${data.channel_id}`] : [];
    });
  }

  async function receivesAfter(change: () => Promise<unknown>, expected: string[]): Promise<void> {
    const count = member.frames.length;
    await change();
    await eventually(() => since(member, count).length >= expected.length);
    await settled(member);
    assert.deepEqual(since(member, count), expected);
  }

  test('ends their voice before it disappears, by an overwrite', async () => {
    await receivesAfter(hide, taken());
    assert.equal(await place(), null);
    await receivesAfter(show, ['CHANNEL_CREATE']);
    await receivesAfter(async () => moveTo(member, hall), [`VOICE_STATE_UPDATE ${hall}`]);
  });

  test('ends their voice before it disappears, by a role, and others see them leave', async () => {
    const { guild } = used.world;
    const path = `/guilds/${guild}/roles/${guild}`;
    const { permissions } = (
      await used.service.ok('GET', `/guilds/${guild}/roles`, { as: used.world.bot })
    ).find(({ id }: { id: string }) => id === guild);
    const other = await enter(used.world.game.bot.token);
    const count = other.frames.length;
    await receivesAfter(() => ok('PATCH', path, { permissions: CONNECT }), taken());
    await eventually(() => since(other, count).length > 0);
    assert.deepEqual(since(other, count), ['VOICE_STATE_UPDATE null']);
    assert.equal(await place(), null);
    await ok('PATCH', path, { permissions });
  });

  test('ends their voice once when the same request also mutes them', async () => {
    const { guild, member: person, role } = used.world;
    const path = `/guilds/${guild}/members/${person.id}`;
    await ok('PUT', `${path}/roles/${role}`);
    await ok('PUT', `/channels/${hall}/permissions/${role}`, { type: 'role', allow: VIEW_CHANNEL, deny: 0 });
    await hide();
    await settled(member);
    await receivesAfter(() => ok('PATCH', path, { mute: true, roles: [] }), taken());
    assert.equal(await place(), null);
    await ok('PATCH', path, { mute: false });
  });

  test('keeps them in voice when only CONNECT is denied', async () => {
    await receivesAfter(
      () =>
        ok('PUT', `/channels/${hall}/permissions/${used.world.guild}`, {
          type: 'role',
          allow: 0,
          deny: CONNECT,
        }),
      ['CHANNEL_UPDATE'],
    );
    assert.equal(await place(), hall);
  });

  test('keeps them in voice if somebody moved them there when they could not view it', async () => {
    const { guild, member: person } = used.world;
    await ok('PATCH', `/guilds/${guild}/members/${person.id}`, { channel_id: secret });
    const path = `/channels/${secret}/permissions/${person.id}`;
    await ok('PUT', path, { type: 'member', allow: VIEW_CHANNEL, deny: 0 });
    await ok('DELETE', path);
    await eventually(() => member.dispatches.includes('CHANNEL_DELETE'));
    const theirs = member.frames.filter(
      ({ t, d }) => t === 'VOICE_STATE_UPDATE' && (d as { user_id: string }).user_id === person.id,
    );
    assert.equal((theirs.at(-1)?.d as { channel_id: string } | undefined)?.channel_id, secret);
    assert.equal(await place(), secret);
  });
});
