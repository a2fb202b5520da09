import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Activity } from '#guildhall/protocol/objects/presence.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { killAtExit } from '../helpers/kill-at-exit.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, makeWorld } from '../helpers/service.js';
import { joinAsEve } from './support/observer.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Programs as their developers write them, with libraries from npm. Each shows an activity and stays. */
const GAMES = {
  'discord-rpc': `
    const { Client } = require('discord-rpc');
    const client = new Client({ transport: 'ipc' });
    client.on('ready', async () => {
      const shown = await client.setActivity({
        details: 'Castle', state: 'Round 3', startTimestamp: new Date(1700000000000), largeImageKey: 'map',
        partyId: 'party-1', partySize: 2, partyMax: 4, joinSecret: 'very-secret', instance: false,
      });
      console.log(client.user.username, shown.details);
    });
    client.login({ clientId: process.argv[1] });`,
  '@xhayper/discord-rpc': `
    const { Client } = require('@xhayper/discord-rpc');
    const client = new Client({ clientId: process.argv[1] });
    client.on('ready', async () => {
      const shown = await client.user.setActivity({
        details: 'Castle', state: 'Round 3', startTimestamp: 1700000000000, largeImageKey: 'map',
        partyId: 'party-1', partySize: 2, partyMax: 4, joinSecret: 'very-secret',
      });
      console.log(client.user.username, 'Castle');
    });
    client.login();`,
};

/** A game, with what it has printed. */
interface Game {
  readonly process: ChildProcess;
  printed: string;
}

/** Starts a game that finds the daemon as it would on the person's desktop. */
function startGame(daemon: TestDaemon, program: string, ...args: string[]): Game {
  const folder = dirname(daemon.runtime.ipc?.path ?? '');
  const child = spawn(process.execPath, ['-e', program, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, XDG_RUNTIME_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtExit(child);
  const game: Game = { process: child, printed: '' };
  child.stdout?.on('data', (text: Buffer) => {
    game.printed += String(text);
  });
  return game;
}

interface Listed {
  activities: {
    application: { id: string; name: string };
    registered: boolean;
    process: { pid: number; path: string } | null;
    shown: boolean;
    text: string;
  }[];
}

for (const [library, isRegistered] of [
  ['discord-rpc', false],
  ['@xhayper/discord-rpc', true],
] as const) {
  test(
    `a game with ${library} shows its activity to another member, until it ends; the person sees which program it is`,
    withDaemon(async (daemon) => {
      const world = await makeWorld(daemon);
      const { client, seen } = await joinAsEve(daemon, world);
      const id = isRegistered ? world.game.id : '900000000000000001';
      const shown = startGame(daemon, GAMES[library], id);
      const { process: game } = shown;
      try {
        await eventually(() => shown.printed.includes('\n'));
        assert.equal(shown.printed, `${world.person.username} Castle\n`);
        const name = isRegistered ? 'Game' : 'node';
        const expected = {
          ...{
            name,
            application_id: id,
            details: 'Castle',
            state: 'Round 3',
            assets: { large_image: 'map' },
          },
          ...{ timestamps: { start: 1_700_000_000_000 }, party: { id: 'party-1', size: [2, 4] } },
        };
        const activity = await eventually(() => seen() ?? undefined);
        assert.deepEqual({ ...activity, ...expected }, activity);
        assert.doesNotMatch(JSON.stringify(activity), /secret/);

        const [listed] = (await daemon.cli<Listed>('activities')).activities;
        assert.deepEqual(
          [listed?.application.id, listed?.registered, listed?.shown, listed?.text],
          [id, isRegistered, true, `Playing ${name} – Castle`],
        );
        assert.equal(listed?.process?.pid, game.pid);
        assert.match((await daemon.run('activities')).stdout, /Castle.*node/);

        await daemon.run('activities', 'block', id);
        await eventually(() => seen() === null);
        await daemon.run('activities', 'unblock', id);
        await eventually(() => seen() !== null);

        const token = await accessToken(daemon.runtime.api.url, world.game, world.person, ['rpc']);
        const { port } = daemon.runtime.rpc;
        const reader = await RawRpcClient.connect({ port, clientId: world.game.id, origin: GAME_ORIGIN });
        await reader.request('AUTHENTICATE', { access_token: token });
        const { data } = await reader.request('GET_GUILD', { guild_id: world.guildId });
        const members = data?.members as { user: { id: string }; activity: Activity | null }[];
        assert.equal(members.find(({ user }) => user.id === world.person.id)?.activity?.details, 'Castle');
        await reader.close();
      } finally {
        game.kill('SIGKILL');
      }
      await eventually(() => seen() === null);
      assert.deepEqual((await daemon.cli<Listed>('activities')).activities, []);
      assert.doesNotMatch(daemon.stdout + daemon.stderr, /very-secret/);
      await client.stop();
    }),
  );
}

/** Plays with discord-rpc 4.0.1: lets everybody join who asks, and prints what it receives. */
const JOINING = `
  const { Client } = require('discord-rpc');
  const client = new Client({ transport: 'ipc' });
  client.on('ACTIVITY_JOIN_REQUEST', async ({ user }) => {
    console.log('asked by ' + user.username);
    await client.sendJoinInvite(user);
  });
  client.on('ACTIVITY_JOIN', ({ secret }) => console.log('joins with ' + secret));
  client.on('ready', async () => {
    await client.subscribe('ACTIVITY_JOIN_REQUEST');
    await client.subscribe('ACTIVITY_JOIN');
    if (process.argv[2]) await client.setActivity({ state: 'Lobby', joinSecret: process.argv[2] });
    console.log('plays');
  });
  client.login({ clientId: process.argv[1] });`;

test(
  'two people with their own daemons join a game through discord-rpc: one asks, the game of the other accepts',
  withDaemon(async (hosts) => {
    const world = await makeWorld(hosts);
    const { client, eve } = await joinAsEve(hosts, world);
    await client.stop();
    await withDaemon(
      async (guests) => {
        await guests.runWithInput(`${eve.token}\n`, 'login');
        const id = '900000000000000001';
        const hosting = startGame(hosts, JOINING, id, 'very-secret');
        const joining = startGame(guests, JOINING, id);
        try {
          for (const game of [hosting, joining]) await eventually(() => game.printed.includes('plays\n'));
          const ask = () => guests.run('activities', 'ask', world.person.username);
          await eventually(() => ask().catch(() => undefined));
          await eventually(() => joining.printed.includes('joins with very-secret\n'));
          assert.match(hosting.printed, /asked by eve/);
          const { requests } = await hosts.cli<{ requests: { direction: string; state: string }[] }>(
            'activities',
          );
          assert.deepEqual(
            requests.map(({ direction, state }) => [direction, state]),
            [['received', 'accepted']],
          );
          assert.match((await guests.run('activities')).stdout, /sent +join .*accepted/);
        } finally {
          for (const { process: game } of [hosting, joining]) game.kill('SIGKILL');
        }
        await Promise.all([hosts.end('SIGTERM'), guests.end('SIGTERM')]);
        for (const { home, stdout, stderr } of [hosts, guests]) {
          assert.doesNotMatch(stdout + stderr, /very-secret/);
          await assertNotKept(home, 'very-secret');
        }
      },
      { flags: ['--api-url', hosts.runtime.api.url] },
    )();
  }),
);

/** Checks that no file of a home contains a text: neither its store nor its log. */
async function assertNotKept(home: string, text: string): Promise<void> {
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  assert.ok(files.some(({ name }) => name.endsWith('.json')));
  for (const file of files.filter((one) => one.isFile())) {
    const content = await readFile(join(file.parentPath, file.name));
    assert.equal(content.includes(text), false, file.name);
  }
}
