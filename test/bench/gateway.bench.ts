import { once } from 'node:events';
import { constants, createInflate } from 'node:zlib';
import { WebSocket } from 'ws';
import { measure, median, perSecond, print } from './harness.js';
import { HttpLoad } from './http-load.js';
import { ask, startServers } from './server-process.js';

const EVENTS = 20;

interface Told {
  ours: string;
  bot: string;
  channel: string;
  bare: string;
  tokens: string[];
}

const { servers, told } = await startServers<Told>('./gateway-server-process.js');
const http = new HttpLoad(told.bot, 1);
let isOver = false;

function connect(url: string): WebSocket {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  // Otherwise a bench whose connection is closed would wait for ever.
  socket.on('close', (code) => {
    if (!isOver) throw new Error(`a connection was closed with ${code}`);
  });
  return socket;
}

async function openBare(): Promise<WebSocket> {
  const socket = connect(told.bare.replace('http:', 'ws:'));
  await once(socket, 'open');
  return socket;
}

/** A connection that is told of the guild, by somebody whom the others do not see come. */
async function openOurs(token: string, query: string): Promise<WebSocket> {
  const socket = connect(`${told.ours.replace('http:', 'ws:').replace(/\/api$/, '')}/?v=6${query}`);
  const inflate = createInflate({ flush: constants.Z_SYNC_FLUSH });
  const done = new Promise<void>((resolve) => {
    const hear = (data: Buffer) => {
      if (!String(data).includes('"t":"GUILD_CREATE"')) return;
      socket.off('message', take);
      inflate.close();
      resolve();
    };
    inflate.on('data', hear);
    const take = (data: Buffer, isBinary: boolean) => {
      if (isBinary) inflate.write(data);
      else hear(data);
    };
    socket.on('message', take);
  });
  await once(socket, 'open');
  const presence = { status: 'invisible', since: null, game: null, afk: false };
  socket.send(JSON.stringify({ op: 2, d: { token, presence } }));
  await done;
  return socket;
}

async function inTurns<Item, Result>(items: Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += 50) {
    results.push(...(await Promise.all(items.slice(at, at + 50).map(run))));
  }
  return results;
}

/** What the server's process used: milliseconds of the processor, and kilobytes of memory. */
const usage = () => ask<{ cpu: number; memory: number }>(servers, 'usage');

/** One event to everybody, again and again. @returns events per second, and the server's milliseconds for each */
async function fanOut(sockets: WebSocket[], url: string): Promise<{ rate: number; cpu: number }> {
  const { cpu } = await usage();
  const started = performance.now();
  for (let event = 0; event < EVENTS; event += 1) {
    const heard = Promise.all(sockets.map((socket) => once(socket, 'message')));
    await http.call('POST', url);
    await heard;
  }
  const rate = perSecond(EVENTS, started);
  return { rate, cpu: ((await usage()).cpu - cpu) / EVENTS };
}

const type = `${told.ours}/channels/${told.channel}/typing`;
const send = `${told.bare}/send`;
const ours = await inTurns(told.tokens, (token) => openOurs(token, '&encoding=json'));
const theirs = await inTurns(told.tokens, openBare);

const [first] = ours;
if (first === undefined) throw new TypeError('there are connections');
const heard = once(first, 'message');
await http.call('POST', type);
await http.call('POST', `${told.bare}/text`, String((await heard)[0]));

/** Measures our connections beside the bare ones. */
async function row(name: string, sockets: WebSocket[], url: string, goal: number): Promise<void> {
  const cpu = { ours: [] as number[], theirs: [] as number[] };
  const side = (connections: WebSocket[], at: string, times: number[]) => async () => {
    const result = await fanOut(connections, at);
    times.push(result.cpu);
    return result.rate;
  };
  print(
    await measure({
      name,
      bound: 'a bare ws sending the same bytes',
      goal,
      rounds: 9,
      ours: side(sockets, url, cpu.ours),
      theirs: side(theirs, send, cpu.theirs),
    }),
  );
  const [own, bound] = [median(cpu.ours), median(cpu.theirs)];
  process.stdout.write(
    `  processor time of the server: ${own.toFixed(1)} ms beside ${bound.toFixed(1)} ms\n`,
  );
}

await row(`fan-out of an event to ${ours.length} connections`, ours, type, 0.9);
for (const socket of ours) socket.removeAllListeners('close').close(1000);
await Promise.all(ours.map((socket) => once(socket, 'close')));
const { memory } = await usage();
const zipped = await inTurns(told.tokens, (token) => openOurs(token, '&encoding=json&compress=zlib-stream'));
await row(`… with zlib-stream, each with a context of its own`, zipped, type, 0);
const more = ((await usage()).memory - memory) / zipped.length;
process.stdout.write(`  memory of the server for each: ${more.toFixed(0)} kB more\n`);
isOver = true;
http.close();
servers.send('stop');
for (const socket of [...zipped, ...theirs]) socket.terminate();
