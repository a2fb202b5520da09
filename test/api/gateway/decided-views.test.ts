import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { CommitGate } from '../support/commit-gate.js';
import type { GatewayClient } from '../support/gateway-client.js';
import { type Person, TestService } from '../support/test-service.js';
import { join, makeWorld, type World } from '../support/world.js';
import { settled } from './helpers.js';

const VIEW_CHANNEL = 0x400;
const ADMINISTRATOR = 0x8;

type Request = readonly [method: string, path: string, json?: object];

const skip = oneNodeOnly('the store of the service is in its memory');

describe('Who receives an event is decided with its change, while later changes are', { skip }, () => {
  const gate = new CommitGate();
  let service: TestService;
  let world: World;
  /** a member with a role of their own, which changes nothing until it is changed */
  let member: GatewayClient;
  let person: Person;
  let role: string;
  before(async () => {
    service = await TestService.start({ openStore: gate.openStore });
  });
  after(() => service.stop());
  afterEach(() => gate.open());
  beforeEach(async () => {
    world = await makeWorld(service);
    const json = { permissions: 0 };
    role = (await service.ok('POST', `/guilds/${world.guild}/roles`, { as: world.bot, json })).id;
    person = await service.person('Grace');
    await join(service, world.game, person, world.guild, { roles: [role] });
    member = await service.identify(person.token);
    await member.heard('GUILD_CREATE');
  });

  const request = ([method, path, json]: Request) =>
    service.request(method, path, { as: world.bot, ...(json && { json }) });

  async function ok(wanted: Request): Promise<{ id: string }> {
    const { body, status } = await request(wanted);
    assert.ok(status < 300, `${wanted.join(' ')}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Makes changes one after the other, which are stored together. */
  async function together(...changes: readonly Request[]): Promise<void> {
    gate.close();
    const replies: Promise<{ id: string }>[] = [];
    for (const change of changes) {
      replies.push(ok(change));
      await gate.untilHeld(replies.length);
    }
    gate.open();
    await Promise.all(replies);
  }

  /** The events that the member received about a channel, in order. */
  async function receivedAbout(channel: string): Promise<unknown[]> {
    await settled(member);
    return member.frames.flatMap(({ t, d }) => {
      const { channel_id, id } = (d ?? {}) as { id?: string; channel_id?: string };
      return [id, channel_id].includes(channel) ? [t] : [];
    });
  }

  const overwrite = (id: string, allow: number, deny: number): Request => [
    'PUT',
    `/channels/${world.hidden}/permissions/${id}`,
    { type: 'role', allow, deny },
  ];
  const show = (): Request => overwrite(world.guild, 0, 0);
  const hide = (): Request => overwrite(world.guild, 0, VIEW_CHANNEL);
  const post = (): Request => ['POST', `/channels/${world.hidden}/messages`, { content: 'secret' }];
  const rename = (): Request => ['PATCH', `/channels/${world.hidden}`, { name: 'secret-plans' }];

  const SHOWN_BY: readonly [way: string, show: () => Request, before?: () => Request][] = [
    ['an overwrite', show],
    [
      'the overwrites of the channel',
      () => ['PATCH', `/channels/${world.hidden}`, { permission_overwrites: [] }],
    ],
    [
      'another role of the member',
      () => ['PATCH', `/guilds/${world.guild}/members/${person.id}`, { roles: [world.role] }],
      () => overwrite(world.role, VIEW_CHANNEL, 0),
    ],
    [
      'the permissions of a role',
      () => ['PATCH', `/guilds/${world.guild}/roles/${role}`, { permissions: ADMINISTRATOR }],
    ],
    [
      'the end of a role that was denied it',
      () => ['DELETE', `/guilds/${world.guild}/roles/${role}`],
      () => [
        'PATCH',
        `/channels/${world.hidden}`,
        { permission_overwrites: [{ id: role, type: 'role', allow: 0, deny: VIEW_CHANNEL }] },
      ],
    ],
    ['another owner', () => ['PATCH', `/guilds/${world.guild}`, { owner_id: person.id }]],
  ];
  for (const [way, shown, prepare] of SHOWN_BY) {
    test(`stored that show a channel by ${way}: not those who could not view it`, async () => {
      if (prepare) await ok(prepare());
      const known = await receivedAbout(world.hidden);
      await together(post(), shown());
      assert.deepEqual((await receivedAbout(world.hidden)).slice(known.length), ['CHANNEL_CREATE']);
    });
  }

  const EVENTS: readonly [title: string, change: (message: string) => Request][] = [
    ['a new name', rename],
    ['an edited message', (id) => ['PATCH', `/channels/${world.hidden}/messages/${id}`, { content: 'new' }]],
    ['a deleted message', (id) => ['DELETE', `/channels/${world.hidden}/messages/${id}`]],
    ['a reaction', (id) => ['PUT', `/channels/${world.hidden}/messages/${id}/reactions/%F0%9F%94%A5/@me`]],
    ['a pin', (id) => ['PUT', `/channels/${world.hidden}/pins/${id}`]],
    ['typing', () => ['POST', `/channels/${world.hidden}/typing`]],
  ];
  for (const [title, change] of EVENTS) {
    test(`stored that show a channel: ${title} of before is not sent`, async () => {
      const { id } = await ok(post());
      await together(change(id), show());
      assert.deepEqual(await receivedAbout(world.hidden), ['CHANNEL_CREATE']);
    });
  }

  test('stored that hide a channel and show it again: nothing of meanwhile is sent', async () => {
    await ok(show());
    await together(hide(), rename(), post(), overwrite(world.role, 0, VIEW_CHANNEL), show());
    assert.deepEqual(await receivedAbout(world.hidden), [
      'CHANNEL_CREATE',
      'CHANNEL_DELETE',
      'CHANNEL_CREATE',
    ]);
  });

  test('stored that remove a member who joins again: not those who could not view it', async () => {
    await ok(overwrite(role, 0, VIEW_CHANNEL));
    await ok(show());
    gate.close();
    const posting = ok(post());
    await gate.untilHeld(1);
    const removing = ok(['DELETE', `/guilds/${world.guild}/members/${person.id}`]);
    await gate.untilHeld(2);
    const joining = join(service, world.game, person, world.guild);
    await gate.untilHeld(3);
    gate.open();
    await Promise.all([posting, removing, joining]);
    assert.deepEqual(await receivedAbout(world.hidden), []);
  });

  test('stored that delete a channel: what was posted before is sent', async () => {
    await ok(show());
    await together(post(), ['DELETE', `/channels/${world.hidden}`]);
    assert.deepEqual(await receivedAbout(world.hidden), [
      'CHANNEL_CREATE',
      'MESSAGE_CREATE',
      'CHANNEL_DELETE',
    ]);
  });

  test('stored that hide a channel: what was posted before it was hidden is sent', async () => {
    await ok(show());
    await together(post(), hide());
    assert.deepEqual(await receivedAbout(world.hidden), [
      'CHANNEL_CREATE',
      'MESSAGE_CREATE',
      'CHANNEL_DELETE',
    ]);
  });
});
