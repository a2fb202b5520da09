import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import type { SocketBound } from './bound.js';
import { readText } from './read-text.js';
import { serveBound } from './serve-bound.js';

await serveBound<SocketBound>(({ greeting, reply }) => {
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    for (const socket of sockets.clients) socket.send(text);
    response.writeHead(204).end();
  });
  server.keepAliveTimeout = 60_000;
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { nonce } = JSON.parse(String(data));
      socket.send(JSON.stringify({ ...reply, nonce }));
    });
    if (greeting !== undefined) socket.send(greeting);
  });
  return server;
});
