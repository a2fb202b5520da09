import { once } from 'node:events';
import { WebSocket } from 'ws';
import { measure, median, perSecond, print } from './harness.js';
import { HttpLoad, rename } from './http-load.js';
import { ask, startServers } from './server-process.js';

const ROUNDS = 7;
const CONNECTIONS = 32;
const BOUND = 'a guild of 10';

interface Told {
  url: string;
  bot: string;
  botId: string;
  large: string;
  small: string;
}

const { servers, told: first } = await startServers<Told>('./large-guild-process.js');
let told = first;

/** Starts the service anew. @returns milliseconds of the first request of the large guild, which loads it */
async function load(): Promise<number> {
  told = await ask<Told>(servers, 'restart');
  await call('/users/@me');
  const started = performance.now();
  await call(`/guilds/${told.large}/members/${told.botId}`);
  return performance.now() - started;
}

/** One call by itself. */
async function call(path: string): Promise<void> {
  const http = new HttpLoad(told.bot, 1);
  await http.call('GET', told.url + path);
  http.close();
}

const empty = await ask<number>(servers, 'memory');
await call(`/guilds/${told.large}`);
const grown = (await ask<number>(servers, 'memory')) - empty;

const times: { ours: number; theirs: number }[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  times.push({ ours: await load(), theirs: await ask<number>(servers, 'bare') });
}
// The first round warms up.
const ours = median(times.slice(1).map((time) => time.ours));
const theirs = median(times.slice(1).map((time) => time.theirs));
process.stdout.write(
  `loading a guild of 100,000 members: ${ours.toFixed(0)} ms beside ${theirs.toFixed(0)} ms of bare sqlite3 and JSON ` +
    `for the same rows (${(ours / theirs).toFixed(2)} times); ${grown.toFixed(0)} MB\n`,
);

const http = new HttpLoad(told.bot, CONNECTIONS);
const inGuild = (guild: string, path: string) => `${told.url}/guilds/${guild}/members${path}`;

async function row(
  name: string,
  method: string,
  path: string,
  calls: number,
  body?: () => string,
): Promise<void> {
  print(
    await measure({
      name,
      bound: BOUND,
      goal: 0.9,
      rounds: ROUNDS,
      ours: () => http.run(method, inGuild(told.large, path), calls, body),
      theirs: () => http.run(method, inGuild(told.small, path), calls, body),
    }),
  );
}

await row('GET member of 100,000', 'GET', `/${told.botId}`, 8000);
await row('List members of 100,000, limit 1', 'GET', '?limit=1', 4000);
await row('List members of 100,000, limit 10', 'GET', '?limit=10', 4000);
await row('durable PATCH member of 100,000', 'PATCH', '/@me/nick', 2000, rename);

/** A page after each write. */
const writeAndList = (guild: string) => async () => {
  const started = performance.now();
  for (let time = 0; time < 200; time += 1) {
    await http.call('PATCH', inGuild(guild, '/@me/nick'), rename());
    await http.call('GET', inGuild(guild, '?limit=10'));
  }
  return perSecond(200, started);
};
print(
  await measure({
    name: 'PATCH and then List members of 100,000, one after the other',
    bound: BOUND,
    goal: 0.9,
    rounds: ROUNDS,
    ours: writeAndList(told.large),
    theirs: writeAndList(told.small),
  }),
);

/** Pages of 1000 members, as members per second. */
const pages = (guild: string, calls: number, members: number) => async () =>
  (await http.run('GET', inGuild(guild, '?limit=1000'), calls)) * members;
print(
  await measure({
    name: 'List members of 100,000, limit 1000 (members)',
    bound: 'pages of a guild of 10',
    goal: 0.9,
    rounds: ROUNDS,
    ours: pages(told.large, 200, 1000),
    theirs: pages(told.small, 4000, 10),
  }),
);
http.close();

/** A bot's session over the large guild. @returns milliseconds until GUILD_CREATE, and all members a second */
async function session(): Promise<{ guildCreate: number; members: number }> {
  const socket = new WebSocket(
    `${told.url.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6&encoding=json`,
  );
  await once(socket, 'open');
  const begin = performance.now();
  let guildCreate = 0;
  let members = 0;
  let asked = 0;
  const rate = new Promise<number>((resolve) => {
    socket.on('message', (data) => {
      const { t, d } = JSON.parse(String(data));
      if (t === 'GUILD_CREATE' && d.id === told.large) {
        guildCreate = performance.now() - begin;
        asked = performance.now();
        socket.send(JSON.stringify({ op: 8, d: { guild_id: told.large, query: '', limit: 0 } }));
      }
      if (t !== 'GUILD_MEMBERS_CHUNK') return;
      members += d.members.length;
      if (members === 100_000) resolve(perSecond(members, asked));
    });
  });
  socket.send(JSON.stringify({ op: 2, d: { token: told.bot } }));
  const result = { members: await rate, guildCreate };
  socket.close(1000);
  return result;
}

const sessions: { guildCreate: number; members: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) sessions.push(await session());
const guildCreate = median(sessions.map((each) => each.guildCreate));
const members = median(sessions.map((each) => each.members));
process.stdout.write(
  `a session over it: GUILD_CREATE after ${guildCreate.toFixed(1)} ms; members on request: ${members.toFixed(0)}/s\n`,
);
servers.send('stop');
