import { createServer } from 'node:http';
import type { HttpBound } from './bound.js';
import { serveBound } from './serve-bound.js';

await serveBound<HttpBound>(({ routes }) => {
  const table = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const server = createServer((request, response) => {
    const route = table.get(`${request.method} ${request.url}`);
    const respond = () => {
      response.writeHead(route?.status ?? 404, {
        'content-type': route?.type ?? 'text/plain',
        'content-length': Buffer.byteLength(route?.body ?? ''),
      });
      response.end(route?.body);
    };
    if (request.method === 'GET') respond();
    else {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (text: string) => {
        body += text;
      });
      request.once('end', () => {
        JSON.parse(body);
        respond();
      });
    }
  });
  server.keepAliveTimeout = 60_000;
  return server;
});
