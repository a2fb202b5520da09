import Fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { hashSecret } from '#guildhall/platform/secrets.js';
import { put } from '#guildhall/store/sqlite/writes.js';
import { rest } from '../helpers/service.js';
import { memberRow, userRow } from '../store/sqlite/rows.js';
import { BenchService } from './bench-service.js';

/**
 * The servers of the gateway bench, in a process of their own: the service with a guild of many members, and a bare `ws`
 * that sends a text to everybody when it is asked to by HTTP, as the service is.
 */
const MEMBERS = 1_000;
const service = await BenchService.start();
const people = Array.from({ length: MEMBERS }, (_, index) => ({
  id: String(1000 + index),
  token: `person-${index}`,
}));
await service.fill(
  people.flatMap(({ id, token }) => [
    put('users', userRow(id)),
    put('members', memberRow(service.guildId, id)),
    put('tokens', {
      hash: hashSecret(token),
      kind: 'person',
      user_id: id,
      application_id: null,
      grant_id: null,
      chain: null,
      scopes: [],
      created_at: 0,
      expires_at: null,
      rotated_at: null,
    }),
  ]),
);
const channel = (await rest(service.url, 'POST', `/guilds/${service.guildId}/channels`, service.bot, {
  name: 'talk',
})) as { id: string };

const bare = Fastify();
const sockets = new WebSocketServer({ server: bare.server, perMessageDeflate: false });
let text = '';
bare.post('/text', (request, reply) => {
  text = JSON.stringify(request.body);
  return reply.code(204).send();
});
bare.post('/send', (_request, reply) => {
  for (const socket of sockets.clients) socket.send(text);
  return reply.code(204).send();
});
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

process.on('message', async (message) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: (user + system) / 1000, memory: process.memoryUsage.rss() / 1024 });
    return;
  }
  await service.stop();
  process.exit(0);
});
process.send?.({
  ours: service.url,
  bot: service.bot,
  channel: channel.id,
  bare: bareUrl,
  tokens: people.map(({ token }) => token),
});
