import Fastify from 'fastify';
import { rest } from '../helpers/service.js';
import { BenchService } from './bench-service.js';

/**
 * The servers of the API benches, in a process of their own: the service, one that commits each request alone, and a
 * bare Fastify with the same answers.
 */
const service = await BenchService.start();
const alone = await BenchService.start({ changesOfCommit: 1 });
const pathsOf = ({ guildId, botId }: BenchService) => ({
  guild: `/guilds/${guildId}`,
  member: `/guilds/${guildId}/members/${botId}`,
});
const paths = pathsOf(service);

const bare = Fastify();
for (const path of Object.values(paths)) {
  const answer = JSON.stringify(await rest(service.url, 'GET', path, service.bot));
  bare.get(path, (_request, reply) => reply.type('application/json').send(answer));
}
bare.patch(paths.member, (_request, reply) => reply.code(204).type('text/html').send());
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

process.on('message', async () => {
  await Promise.all([service.stop(), alone.stop(), bare.close()]);
  process.exit(0);
});
process.send?.({
  ours: service.url,
  bot: service.bot,
  bare: bareUrl,
  paths,
  alone: { bot: alone.bot, member: alone.url + pathsOf(alone).member },
});
