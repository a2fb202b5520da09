import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { startApiService } from '#guildhall/api/start-api.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { rest } from '../helpers/service.js';

/** The servers of the API benches, in a process of their own: the service, and a bare Fastify with the same answers. */
const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
const service = await startApiService({
  databasePath: join(folder, 'store.db'),
  host: '127.0.0.1',
  port: 0,
  clock: systemClock,
  log: silentLogger,
  // What is measured is the work, not the quota on it.
  restLimits: { bucketRequests: Number.MAX_SAFE_INTEGER, globalRequests: Number.MAX_SAFE_INTEGER },
});
const { administration, url } = service;
const application = await administration.createApplication({ name: 'Bench', bot: true, approved: true });
const bot = `Bot ${application.bot?.token}`;
const guild = (await rest(url, 'POST', '/guilds', bot, { name: 'Bench' })) as { id: string };
const paths = {
  guild: `/guilds/${guild.id}`,
  member: `/guilds/${guild.id}/members/${application.bot?.id}`,
};

const bare = Fastify();
for (const path of Object.values(paths)) {
  const answer = JSON.stringify(await rest(url, 'GET', path, bot));
  bare.get(path, (_request, reply) => reply.type('application/json').send(answer));
}
bare.patch(paths.member, (_request, reply) => reply.code(204).type('text/html').send());
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

process.on('message', async () => {
  await Promise.all([service.stop(), bare.close()]);
  await rm(folder, { recursive: true });
  process.exit(0);
});
process.send?.({ ours: url, bare: bareUrl, bot, paths });
