import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocket } from 'ws';
import { send } from '../control/http.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { onlyLinux } from '../helpers/only-on.js';
import { GAME_ORIGIN, GAME_REDIRECT, registerGame, type TestApplication } from '../helpers/service.js';

/** Which requests of web pages the loopback ports of a whole daemon process (docs/architecture.md, Trust). */

let daemon: TestDaemon;
let game: TestApplication;
/** the origin of the console in this run */
let page: string;
before(async () => {
  daemon = await TestDaemon.start();
  page = new URL((await daemon.cli<{ url: string }>('console', '--no-open')).url).origin;
  game = await registerGame(daemon);
});
after(() => daemon.stop());

const EVIL = 'https://evil.example';
const cross = (mode: string, dest: string, site = 'cross-site') => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
});

/** Who sends a request; `own` is the origin of the port it goes to. */
const SENDERS: Readonly<Record<string, (own: string) => Record<string, string>>> = {
  program: () => ({}),
  'own page': (own) => ({ origin: own, 'sec-fetch-site': 'same-origin' }),
  'registered page': () => ({ origin: GAME_ORIGIN, ...cross('cors', 'empty') }),
  'foreign page': () => ({ origin: EVIL, ...cross('cors', 'empty') }),
  'sandboxed page': () => ({ origin: 'null', ...cross('cors', 'empty') }),
  'page of another port': () => ({ origin: 'http://127.0.0.1:1', ...cross('cors', 'empty', 'same-site') }),
  'page in an old browser': () => ({ origin: EVIL }),
  'form of another page': () => ({ origin: EVIL, ...cross('navigate', 'document') }),
  image: () => cross('no-cors', 'image'),
  script: () => cross('no-cors', 'script'),
  frame: () => cross('navigate', 'iframe'),
  link: () => cross('navigate', 'document'),
};

interface Target {
  readonly what: string;
  readonly method?: string;
  url(): string;
  readonly headers?: Readonly<Record<string, string>>;
  /** the senders that are not refused with 403 */
  readonly served: readonly (keyof typeof SENDERS)[];
}

const LOCAL = ['program', 'own page'];
const rpc = (path: string) => `http://127.0.0.1:${daemon.runtime.rpc.port}${path}`;
const api = (path: string) => `${daemon.runtime.api.url}${path}`;
const origin = (path: string) => `${new URL(daemon.runtime.api.url).origin}${path}`;
const authorizeQuery = () =>
  new URLSearchParams({
    client_id: game.id,
    response_type: 'code',
    scope: 'identify',
    redirect_uri: GAME_REDIRECT,
  }).toString();
const html = { accept: 'text/html' };

const targets: readonly Target[] = [
  {
    what: 'POST /rpc of the RPC port',
    method: 'POST',
    url: () => rpc(`/rpc?v=1&client_id=${game.id}`),
    served: ['program', 'registered page'],
  },
  {
    what: 'the preflight of POST /rpc',
    method: 'OPTIONS',
    url: () => rpc(`/rpc?v=1&client_id=${game.id}`),
    served: ['registered page'],
  },
  {
    what: 'the preflight of a proxied call without a grant',
    method: 'OPTIONS',
    url: () => rpc('/users/@me'),
    served: [],
  },
  { what: 'the token endpoint', method: 'POST', url: () => api('/oauth2/token'), served: LOCAL },
  {
    what: 'the token endpoint’s preflight',
    method: 'OPTIONS',
    url: () => api('/oauth2/token'),
    served: LOCAL,
  },
  { what: 'guest accounts', method: 'POST', url: () => api('/users/guests'), served: LOCAL },
  { what: 'the gateway’s address', url: () => api('/gateway'), served: LOCAL },
  { what: 'an unknown address of the service', url: () => origin('/nowhere'), served: LOCAL },
  {
    what: 'an image',
    url: () => origin(`/cdn/avatars/1/${'0'.repeat(32)}.jpg`),
    served: Object.keys(SENDERS),
  },
  {
    what: 'the authorization page',
    url: () => api(`/oauth2/authorize?${authorizeQuery()}`),
    headers: html,
    served: [...LOCAL, 'link', 'form of another page'],
  },
  {
    what: 'the form of the authorization page',
    method: 'POST',
    url: () => api(`/oauth2/authorize?${authorizeQuery()}`),
    headers: html,
    served: LOCAL,
  },
  { what: 'the JSON of the authorization page', url: () => api('/oauth2/authorize'), served: LOCAL },
  {
    what: 'the console',
    url: () => `${page}/`,
    served: [...LOCAL, 'link', 'form of another page'],
  },
  {
    what: 'the address that leads to the console',
    url: () => daemon.runtime.console.url,
    served: [...LOCAL, 'link', 'form of another page'],
  },
  { what: 'a script of the console', url: () => `${page}/main.js`, served: LOCAL },
  { what: 'the state that the console shows', url: () => `${page}/api/status`, served: LOCAL },
  { what: 'the sign-in of the console', method: 'POST', url: () => `${page}/session`, served: ['own page'] },
  { what: 'the proof of the console', method: 'POST', url: () => `${page}/proof`, served: ['own page'] },
  {
    what: 'what is the console’s alone, at the address that leads to it',
    url: () => `${daemon.runtime.console.url}api/status`,
    served: [],
  },
];

for (const { what, method = 'GET', url, headers, served } of targets) {
  test(`${what} serves: ${served.join(', ') || 'nobody'}`, async () => {
    for (const [sender, headersOf] of Object.entries(SENDERS)) {
      const address = url();
      const sent = { method, headers: { ...headers, ...headersOf(new URL(address).origin) } };
      const { status } = await send(address, sent);
      assert.equal(status !== 403, served.includes(sender), `${sender}: ${status}`);
    }
  });
}

test('gateway upgrades of pages are refused, those of programs are served', async () => {
  const own = new URL(daemon.runtime.api.url).origin;
  for (const [sender, headersOf] of Object.entries(SENDERS)) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = new WebSocket(`${own.replace('http', 'ws')}/?v=6&encoding=etf`, {
        headers: headersOf(own),
      });
      socket.once('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.once('error', (error) => resolve(error.message));
    });
    const expected = LOCAL.includes(sender) ? 'open' : 'Unexpected server response: 403';
    assert.equal(outcome, expected, sender);
  }
});

test('refused upgrades leave no descriptor open', {
  skip: onlyLinux('descriptors are counted in /proc'),
}, async () => {
  const { api, rpc } = daemon.runtime;
  const countDescriptors = () => readdirSync(`/proc/${daemon.runtime.pid}/fd`).length;
  const before = countDescriptors();
  for (const port of [Number(new URL(api.url).port), rpc.port]) {
    for (let count = 0; count < 40; count += 1) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      socket.write(
        'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      await once(socket, 'data');
      socket.end(Buffer.alloc(1000));
      await once(socket, 'close');
    }
    await eventually(() => countDescriptors() < before + 20);
  }
});

test('RPC connections of pages are closed with 4001 unless their origin is registered', async () => {
  const { port } = daemon.runtime.rpc;
  for (const [sender, headersOf] of Object.entries(SENDERS)) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=1&client_id=${game.id}`, {
        headers: headersOf(`http://127.0.0.1:${port}`),
      });
      socket.once('message', () => {
        socket.terminate();
        resolve('READY');
      });
      socket.once('close', (code) => resolve(String(code)));
    });
    assert.equal(outcome, sender === 'registered page' ? 'READY' : '4001', sender);
  }
});

test('the RPC port answers 404 to GET /, readable for a registered page that names its application', async () => {
  const named = `/?v=1&client_id=${game.id}`;
  for (const [path, from, readable] of [
    [named, GAME_ORIGIN, GAME_ORIGIN],
    ['/', GAME_ORIGIN, undefined],
    [named, EVIL, undefined],
    [named, 'null', undefined],
  ] as const) {
    const { status, headers } = await send(rpc(path), { headers: { origin: from } });
    assert.deepEqual([status, headers['access-control-allow-origin']], [404, readable], `${path} ${from}`);
  }
  assert.equal((await send(rpc('/'))).status, 404);
});
