import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { dataUri, png } from './jpeg.js';
import { addPerson, addStaff, type Staff } from './staff.js';
import { type Person, TestService } from './test-service.js';
import { botHeader, grant, makeWorld, type UsedWorld, type World } from './world.js';

/** A world with everybody whom the tables of operations need; of its own for each operation. */
export interface Cast extends World {
  /** stands above everybody but the owner; what they may do is for each row to say */
  readonly deputy: Staff;
  /** kicks, bans, names and moves members and gives roles, and stands below the world's keepers */
  readonly staff: Staff;
  /** stands below the staff */
  readonly lower: Staff;
  /** a member without roles */
  readonly person: Person;
  readonly banned: Person;
  /** has agreed to be taken into guilds; the access token says so */
  readonly newcomer: Person & { readonly accessToken: string };
  /** a bot that is not a member, as an Authorization header */
  readonly rival: string;
  /** a voice channel into which only the owner may go */
  readonly vault: string;
  readonly category: string;
  /** one of the guild's, which the bot created */
  readonly emoji: string;
  readonly integration: string;
  /** the integration's own, the lowest of all */
  readonly integrationRole: string;
}

const STAFF = 0x10000000 | 0x8000000 | 0x1000000 | 0x2 | 0x4;
const CONNECT = 0x100000;

export async function makeCast(service: TestService): Promise<Cast> {
  const world = await makeWorld(service);
  const { bot, game, guild } = world;
  const as = { as: bot };
  const makeChannel = async (json: object): Promise<string> =>
    (await service.ok('POST', `/guilds/${guild}/channels`, { ...as, json })).id;
  const locked = [{ id: guild, type: 'role', allow: 0, deny: CONNECT }];
  const vault = await makeChannel({ name: 'vault', type: 2, permission_overwrites: locked });
  const category = await makeChannel({ name: 'Category', type: 4 });
  const image = dataUri(png(32, 32), 'image/png');
  const emoji = await service.ok('POST', `/guilds/${guild}/emojis`, {
    ...as,
    json: { name: 'smile', image },
  });
  const staff = await addStaff(service, world, STAFF);
  const lower = await addStaff(service, world, 0);
  const deputy = await addStaff(service, world, 0);
  const banned = await service.person('Eve');
  await service.ok('PUT', `/guilds/${guild}/bans/${banned.id}`, as);
  const newcomer = await service.person('Ned');
  const { access_token: accessToken } = await grant(service, game, newcomer, 'guilds.join');
  const integration = '7';
  await service.ok('POST', `/guilds/${guild}/integrations`, {
    ...as,
    json: { type: 'twitch', id: integration },
  });
  const top = [{ id: deputy.role, position: 5 }];
  await service.ok('PATCH', `/guilds/${guild}/roles`, { ...as, json: top });
  const [{ role_id: integrationRole }] = await service.ok('GET', `/guilds/${guild}/integrations`, as);
  return {
    ...world,
    deputy,
    staff,
    lower,
    person: await addPerson(service, world),
    banned,
    newcomer: { ...newcomer, accessToken },
    rival: botHeader((await service.game({ name: 'Rival' })).bot),
    vault,
    category,
    emoji: emoji.id,
    integration,
    integrationRole,
  };
}

/** A cast whose bot is a member like others, with the staff's role: the deputy owns the guild. */
export async function makeGuestCast(service: TestService): Promise<Cast> {
  const cast = await makeCast(service);
  const { bot, deputy, game, guild, staff } = cast;
  await service.ok('PUT', `/guilds/${guild}/members/${game.bot.id}/roles/${staff.role}`, { as: bot });
  await service.ok('PATCH', `/guilds/${guild}`, { as: bot, json: { owner_id: deputy.person.id } });
  return { ...cast, owner: deputy.token };
}

/** Starts a service for all tests of a file, with a cast of its own for each operation. */
export function useCast(make: (service: TestService) => Promise<Cast> = makeCast): UsedWorld<Cast> {
  let service: TestService | null = null;
  let cast: Cast | null = null;
  before(async () => {
    service = await TestService.start();
  });
  after(() => service?.stop());
  return {
    get service() {
      return service ?? assert.fail('the service is there when the tests run');
    },
    get world() {
      return cast ?? assert.fail('the cast is there when the tests run');
    },
    renew: async () => {
      cast = await make(service ?? assert.fail('the service is there when the tests run'));
    },
  };
}
