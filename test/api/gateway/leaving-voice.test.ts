import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { addPerson } from '../support/staff.js';
import type { Person } from '../support/test-service.js';
import { useWorld } from '../support/world.js';
import { dataOf, settled } from './helpers.js';

const used = useWorld();
const DAY = 86_400_000;

interface Speaker {
  readonly person: Person;
  readonly gateway: GatewayClient;
  /** what the guild receives when they leave voice */
  readonly left: object;
}

/** A member in voice, whose session has heard of it. */
async function speaker(person: Person): Promise<Speaker> {
  const { service, world } = used;
  const gateway = await service.identify(person.token);
  await gateway.heard('GUILD_CREATE');
  gateway.send(4, { guild_id: world.guild, channel_id: world.voice, self_mute: true, self_deaf: false });
  const joined = await gateway.heard('VOICE_STATE_UPDATE');
  await gateway.heard('VOICE_SERVER_UPDATE');
  assert.deepEqual([joined.user_id, joined.channel_id], [person.id, world.voice]);
  return { person, gateway, left: { ...joined, channel_id: null } };
}

/** The public face of somebody, as events carry it. */
const faceOf = ({ id, username, discriminator }: Person) => ({ id, username, discriminator, avatar: null });

/** What the owner and the removed member receive of a request of the owner's. */
async function heardOf(
  { gateway }: Speaker,
  [method, path]: readonly [string, string],
): Promise<{ guild: [string, unknown][]; self: [string, unknown][] }> {
  const { service, world } = used;
  await settled(gateway);
  const before = gateway.frames.length;
  const heard = await recordEvents(service, world.bot, () => service.ok(method, path, { as: world.bot }));
  await settled(gateway);
  const self = gateway.frames.slice(before).filter(({ t }) => t !== null && t !== 'PRESENCE_UPDATE');
  await gateway.close();
  return {
    guild: heard.filter(({ t }) => t !== 'PRESENCE_UPDATE').map(({ t, d }) => [t, d]),
    self: self.map((frame) => [frame.t ?? '', dataOf(frame)]),
  };
}

/** Who is in voice, as somebody who comes now sees it. */
async function inVoice(): Promise<string[]> {
  const gateway = await used.service.identify(used.world.bot);
  const { voice_states = [] } = await gateway.heard('GUILD_CREATE');
  await gateway.close();
  return voice_states.map(({ user_id }) => user_id);
}

describe('A removed member leaves voice first', () => {
  test('when they are kicked', async () => {
    const one = await speaker(await addPerson(used.service, used.world));
    const { guild } = used.world;
    const { guild: heard, self } = await heardOf(one, [
      'DELETE',
      `/guilds/${guild}/members/${one.person.id}`,
    ]);
    assert.deepEqual(heard, [
      ['VOICE_STATE_UPDATE', one.left],
      ['GUILD_MEMBER_REMOVE', { guild_id: guild, user: faceOf(one.person) }],
    ]);
    assert.deepEqual(self, [
      ['VOICE_STATE_UPDATE', one.left],
      ['GUILD_DELETE', { id: guild }],
    ]);
    assert.deepEqual(await inVoice(), []);
  });

  test('when they are banned', async () => {
    const one = await speaker(await addPerson(used.service, used.world));
    const { guild } = used.world;
    const { guild: heard, self } = await heardOf(one, ['PUT', `/guilds/${guild}/bans/${one.person.id}`]);
    const face = faceOf(one.person);
    assert.deepEqual(heard, [
      ['VOICE_STATE_UPDATE', one.left],
      ['GUILD_BAN_ADD', { guild_id: guild, ...face, user: face }],
      ['GUILD_MEMBER_REMOVE', { guild_id: guild, user: face }],
    ]);
    assert.deepEqual(self.at(0), ['VOICE_STATE_UPDATE', one.left]);
    assert.deepEqual(self.at(-1), ['GUILD_DELETE', { id: guild }]);
    assert.deepEqual(await inVoice(), []);
  });

  test('but a prune does not remove members in voice, who are active', async () => {
    const { service, world } = used;
    const [gone, there] = [await addPerson(service, world), await addPerson(service, world)];
    await service.clock.pass(2 * DAY);
    const one = await speaker(there);
    const { guild: heard } = await heardOf(one, ['POST', `/guilds/${world.guild}/prune?days=1`]);
    // The member whom every world has was not there either.
    const removed = [world.member, gone].map((person) => [
      'GUILD_MEMBER_REMOVE',
      { guild_id: world.guild, user: faceOf(person) },
    ]);
    assert.deepEqual(heard, removed);
  });
});
