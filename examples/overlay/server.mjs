// Serves the overlay on http://localhost:3000, an origin that the demo's application has registered:
//   guildhall demo --json > demo.json && node examples/overlay/server.mjs
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exchangeCode } from 'guildhall/client';

if (!existsSync('demo.json')) {
  console.error('There is no demo.json. Make it with: guildhall demo --json > demo.json');
  process.exit(1);
}
const { application, api_url: apiUrl, message } = JSON.parse(await readFile('demo.json', 'utf8'));
const origin = application.rpc_origins[0];

const FILES = {
  '/': [new URL('index.html', import.meta.url), 'text/html; charset=utf-8'],
  '/overlay.js': [new URL('overlay.js', import.meta.url), 'text/javascript'],
  '/guildhall-client.js': [new URL(import.meta.resolve('guildhall/client/browser.js')), 'text/javascript'],
};

/** What the page may know; the secret stays here. */
function configuration() {
  return {
    type: 'application/json',
    body: JSON.stringify({ client_id: application.id, channel_id: message.channel_id }),
  };
}

/** Exchanges the code that the page received. Pages of other origins must not use the application's secret. */
async function exchange(request) {
  if (request.headers.origin !== origin) return { status: 403, type: 'text/plain', body: 'Forbidden' };
  const { access_token: token } = await exchangeCode({
    apiUrl,
    clientId: application.id,
    clientSecret: application.client_secret,
    code: await text(request),
    redirectUri: application.redirect_uris[0],
  });
  return { type: 'text/plain', body: token };
}

async function answer(request) {
  if (request.url === '/configuration') return configuration();
  if (request.url === '/token' && request.method === 'POST') return exchange(request);
  const [file, type] = FILES[request.url] ?? [];
  if (file === undefined) return { status: 404, type: 'text/plain', body: 'Not Found' };
  return { type, body: await readFile(file) };
}

const server = createServer(async (request, response) => {
  const failed = (error) => ({ status: 502, type: 'text/plain', body: error.message });
  const { status = 200, type, body } = await answer(request).catch(failed);
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
});
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Another program has the port of ${origin}, which the application has registered; end it`);
  process.exit(1);
});
server.listen(Number(new URL(origin).port), '127.0.0.1', () => console.log(`open ${origin}/`));
