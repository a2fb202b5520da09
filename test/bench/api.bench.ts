import { diskSync } from './disk-sync.js';
import { measure, print } from './harness.js';
import { HttpLoad, rename } from './http-load.js';
import { startServers } from './server-process.js';

const CONNECTIONS = 32;
const READS = 6_000;
const WRITES = 3_000;

interface Told {
  ours: string;
  bot: string;
  bare: string;
  paths: { guild: string; member: string };
  alone: { bot: string; member: string };
}

const { servers, told } = await startServers<Told>('./api-server-process.js');
const load = new HttpLoad(told.bot, CONNECTIONS);

for (const what of ['guild', 'member'] as const) {
  print(
    await measure({
      name: `GET ${what}`,
      bound: 'a bare Fastify route that answers the same bytes',
      goal: 0.9,
      rounds: 5,
      ours: () => load.run('GET', told.ours + told.paths[what], READS),
      theirs: () => load.run('GET', told.bare + told.paths[what], READS),
    }),
  );
}

const durably = () => load.run('PATCH', told.ours + told.paths.member, WRITES, rename);
print(
  await measure({
    name: `durable PATCH member, ${CONNECTIONS} connections`,
    bound: 'a bare Fastify PATCH without a database',
    goal: 0.4,
    rounds: 5,
    ours: durably,
    theirs: () => load.run('PATCH', told.bare + told.paths.member, WRITES, rename),
  }),
);

const loadAlone = new HttpLoad(told.alone.bot, CONNECTIONS);
print(
  await measure({
    name: `durable PATCH member, ${CONNECTIONS} connections`,
    bound: 'the same service with a commit for each request',
    goal: 5,
    rounds: 5,
    ours: durably,
    theirs: () => loadAlone.run('PATCH', told.alone.member, WRITES / 6, rename),
  }),
);
process.stdout.write(
  `  writing a page and waiting for the disk takes ${(await diskSync()).toFixed(2)} ms here\n`,
);
load.close();
loadAlone.close();
servers.send('stop');
