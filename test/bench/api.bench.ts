import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { measure, perSecond, print } from './harness.js';

const CONNECTIONS = 32;
const READS = 6_000;
const WRITES = 3_000;

const server = fork(fileURLToPath(import.meta.resolve('./api-server-process.js')));
const [told] = (await once(server, 'message')) as [
  { ours: string; bare: string; bot: string; paths: { guild: string; member: string } },
];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function call(method: string, url: string, body: string | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: told.bot,
      ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200 || response.statusCode === 204) resolve();
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
    });
    sent.once('error', reject);
    sent.end(body ?? undefined);
  });
}

/** Calls per second over all connections. @param body of the nth call */
async function load(
  method: string,
  url: string,
  calls: number,
  body: (call: number) => string | null,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  const one = async () => {
    while (next < calls) {
      next += 1;
      await call(method, url, body(next));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return perSecond(calls, started);
}

for (const what of ['guild', 'member'] as const) {
  print(
    await measure({
      name: `GET ${what}`,
      bound: 'a bare Fastify route that answers the same bytes',
      goal: 0.9,
      rounds: 5,
      ours: () => load('GET', told.ours + told.paths[what], READS, () => null),
      theirs: () => load('GET', told.bare + told.paths[what], READS, () => null),
    }),
  );
}

let renamed = 0;
const rename = () => {
  renamed += 1;
  return JSON.stringify({ nick: `n${renamed}` });
};
print(
  await measure({
    name: `durable PATCH member, ${CONNECTIONS} connections`,
    bound: 'a bare Fastify PATCH without a database',
    goal: 0.4,
    rounds: 5,
    ours: () => load('PATCH', told.ours + told.paths.member, WRITES, rename),
    theirs: () => load('PATCH', told.bare + told.paths.member, WRITES, rename),
  }),
);
agent.destroy();
server.send('stop');
