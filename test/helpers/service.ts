import assert from 'node:assert/strict';
import type { TestDaemon } from './daemon.js';
import { eventually } from './eventually.js';
import { patience } from './patience.js';

export interface TestApplication {
  id: string;
  client_secret: string;
  name: string;
  approved: boolean;
  rpc_origins: string[];
  redirect_uris: string[];
  bot: { id: string; token: string } | null;
}

export interface Person {
  id: string;
  username: string;
  discriminator: string;
  token: string;
}

export const GAME_ORIGIN = 'http://localhost:3000';
export const GAME_REDIRECT = 'http://localhost:3000/callback';

/** One request to a REST API; fails the test unless it is answered with success. */
export async function rest(
  apiUrl: string,
  method: string,
  path: string,
  authorization: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    signal: AbortSignal.timeout(patience(3)),
    headers: {
      authorization,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Registers an approved game with a bot, as its developer would on the command line. */
export function registerGame(daemon: TestDaemon, ...flags: string[]): Promise<TestApplication> {
  const origin = ['--origin', GAME_ORIGIN, '--redirect', GAME_REDIRECT];
  return daemon.cli('apps', 'create', '--name', 'Game', ...origin, '--bot', '--approved', ...flags);
}

/** Exchanges an authorization code as a game's server would. */
export async function exchangeCode(apiUrl: string, game: TestApplication, code: string): Promise<string> {
  const response = await fetch(`${apiUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: game.id,
      client_secret: game.client_secret,
      redirect_uri: GAME_REDIRECT,
      code,
    }),
  });
  const reply = (await response.json()) as { access_token?: string };
  assert.ok(reply.access_token, JSON.stringify(reply));
  return reply.access_token;
}

/** An access token that a person gives a game, without any window: as their browser would. */
export async function accessToken(
  apiUrl: string,
  game: TestApplication,
  person: Person,
  scopes: string[],
): Promise<string> {
  const query = new URLSearchParams({
    client_id: game.id,
    scope: scopes.join(' '),
    response_type: 'code',
    redirect_uri: GAME_REDIRECT,
  });
  const granted = await rest(apiUrl, 'POST', `/oauth2/authorize?${query}`, person.token, { authorize: true });
  return exchangeCode(apiUrl, game, (granted as { code: string }).code);
}

export interface World {
  readonly game: TestApplication;
  readonly person: Person;
  readonly guildId: string;
  readonly textId: string;
  readonly voiceId: string;
  /** posts a message to the text channel as the game's bot */
  post(content: string): Promise<{ id: string }>;
}

/** A guild of the game's bot with a text and a voice channel, that the signed-in person is a member of. */
export async function makeWorld(daemon: TestDaemon): Promise<World> {
  const { url } = daemon.runtime.api;
  const game = await registerGame(daemon);
  const person = await daemon.cli<Person>('whoami');
  const bot = `Bot ${game.bot?.token}`;
  const guild = (await rest(url, 'POST', '/guilds', bot, {
    name: 'World',
    channels: [
      { name: 'talk', type: 0 },
      { name: 'Voice', type: 2 },
    ],
  })) as { id: string };
  const channels = (await rest(url, 'GET', `/guilds/${guild.id}/channels`, bot)) as {
    id: string;
    type: number;
  }[];
  const join = { access_token: await accessToken(url, game, person, ['guilds.join']) };
  await rest(url, 'PUT', `/guilds/${guild.id}/members/${person.id}`, bot, join);
  // The daemon of the person knows the guild once the gateway has told it.
  await eventually(async () =>
    (await daemon.cli<{ id: string }[]>('guilds', 'list')).some(({ id }) => id === guild.id),
  );
  const idOf = (type: number) => channels.find((channel) => channel.type === type)?.id ?? '';
  const textId = idOf(0);
  return {
    game,
    person,
    guildId: guild.id,
    textId,
    voiceId: idOf(2),
    post: async (content) =>
      (await rest(url, 'POST', `/channels/${textId}/messages`, bot, { content })) as { id: string },
  };
}
