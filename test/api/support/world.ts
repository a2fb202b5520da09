import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import {
  type Bot,
  type Game,
  type Person,
  type TestReply,
  TestService,
  type TestServiceOptions,
} from './test-service.js';

export const CALLBACK = 'http://localhost:3000/callback';

/** A guild of a game's bot with people in it. */
export interface World {
  readonly game: Game;
  /** the bot, who owns the guild, as an Authorization header */
  readonly bot: string;
  /** who owns the guild instead of the bot, as an Authorization header */
  readonly owner?: string;
  readonly member: Person;
  readonly stranger: Person;
  readonly guild: string;
  readonly text: string;
  readonly voice: string;
  /** a text channel that only the owner sees */
  readonly hidden: string;
  /** a text channel in which members only read */
  readonly readOnly: string;
  /** a role above nobody's, with MANAGE_CHANNELS */
  readonly role: string;
}

/** A service and a world in it; there once the tests of the file run. */
export interface UsedWorld<W extends World = World> {
  readonly service: TestService;
  readonly world: W;
  /** makes another world in the same service */
  readonly renew?: () => Promise<void>;
}

/**
 * Starts a service with a world in it for all tests of a file.
 *
 * @param prepare adds what only this file needs
 */
export function useWorld(
  prepare: (service: TestService, world: World) => Promise<void> = async () => undefined,
  options: TestServiceOptions = {},
): UsedWorld {
  let service: TestService | null = null;
  let world: World | null = null;
  before(async () => {
    service = await TestService.start(options);
    world = await makeWorld(service);
    await prepare(service, world);
  });
  after(() => service?.stop());
  return {
    get service() {
      return service ?? assert.fail('the service is there when the tests run');
    },
    get world() {
      return world ?? assert.fail('the world is there when the tests run');
    },
  };
}

const VIEW_CHANNEL = 0x400;
const SEND_MESSAGES = 0x800;

export async function makeWorld(service: TestService): Promise<World> {
  const member = await service.person('Ada');
  const stranger = await service.person('Mallory');
  const game = await service.game();
  const bot = botHeader(game.bot);
  const guild = await service.ok('POST', '/guilds', {
    as: bot,
    json: {
      name: 'World',
      roles: [{ id: 0 }, { id: 1, name: 'keepers', permissions: 0x10 }],
      // Members join without a message of their own in the text channel.
      system_channel_id: null,
      channels: [
        { name: 'talk', type: 0 },
        { name: 'Voice', type: 2 },
        { name: 'hidden', permission_overwrites: [{ id: 0, type: 'role', allow: 0, deny: VIEW_CHANNEL }] },
        { name: 'news', permission_overwrites: [{ id: 0, type: 'role', allow: 0, deny: SEND_MESSAGES }] },
      ],
    },
  });
  const channels = await service.ok('GET', `/guilds/${guild.id}/channels`, { as: bot });
  const idOf = (name: string): string =>
    channels.find((channel: { name: string }) => channel.name === name).id;
  await join(service, game, member, guild.id);
  return {
    game,
    bot,
    member,
    stranger,
    guild: guild.id,
    text: idOf('talk'),
    voice: idOf('Voice'),
    hidden: idOf('hidden'),
    readOnly: idOf('news'),
    role: guild.roles[1].id,
  };
}

export function botHeader(bot: Bot): string {
  return `Bot ${bot.token}`;
}

/**
 * A user's answer to an application's request for authorization, as a program sends it; by default consent.
 *
 * @param query replaces or adds parameters of the request, e.g. `response_type`
 */
export function requestAuthorization(
  service: TestService,
  game: Game,
  person: Person,
  query: Record<string, string> = {},
  json: object = { authorize: true },
): Promise<TestReply> {
  const wanted = { client_id: game.id, response_type: 'code', scope: 'identify', ...query };
  const path = `/oauth2/authorize?${new URLSearchParams(wanted)}`;
  return service.request('POST', path, { as: person.token, json });
}

/** A user's code for an application. */
export async function authorize(
  service: TestService,
  game: Game,
  person: Person,
  scope: string,
): Promise<string> {
  const { status, body } = await requestAuthorization(service, game, person, { scope });
  assert.equal(status, 200, JSON.stringify(body));
  return body.code;
}

/** The tokens that a user's yes gives an application. */
export async function grant(
  service: TestService,
  game: Game,
  person: Person,
  scope: string,
): Promise<{ access_token: string; refresh_token: string }> {
  const code = await authorize(service, game, person, scope);
  return service.ok('POST', '/oauth2/token', {
    form: { ...client(game), grant_type: 'authorization_code', code },
  });
}

/** An Authorization header for an application in a user's name. */
export async function bearer(
  service: TestService,
  game: Game,
  person: Person,
  scope: string,
): Promise<string> {
  return `Bearer ${(await grant(service, game, person, scope)).access_token}`;
}

export function client(game: Game): { client_id: string; client_secret: string } {
  return { client_id: game.id, client_secret: game.client_secret };
}

/** Adds a person to a guild of the game's bot. */
export async function join(
  service: TestService,
  game: Game,
  person: Person,
  guild: string,
  more: object = {},
): Promise<void> {
  const { access_token } = await grant(service, game, person, 'guilds.join');
  await service.ok('PUT', `/guilds/${guild}/members/${person.id}`, {
    as: botHeader(game.bot),
    json: { access_token, ...more },
  });
}
