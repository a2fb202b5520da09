import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import { APPLICATION } from '../helpers/mock-rpc.js';
import { type Proxied, withProxy } from '../rpc/proxied-game.js';

/** What web pages can do to the RPC port in a real browser (rpc-facts.md, Threats). */

const options = { skip: noChromium };

/** A port that no test listens on. */
const SILENT_PORT = 20_999;

/** An empty page of an origin of its own, in a real browser. */
async function withPage(run: (page: Page, origin: string) => Promise<void>): Promise<void> {
  const pages = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>page</title>');
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  let browser: Browser | undefined;
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    const origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
    await page.goto(origin);
    await run(page, origin);
  } finally {
    await browser?.close();
    pages.closeAllConnections();
    pages.close();
  }
}

/** Makes the page's origin the game's own. */
function register({ mock }: Proxied, origin: string): void {
  const application = { ...APPLICATION, rpc_origins: [origin] };
  mock.client.applications.set(APPLICATION.id, application);
  for (const [token, authorization] of mock.client.authorizations) {
    mock.client.authorizations.set(token, { ...authorization, application });
  }
  mock.client.granted.splice(0, 1, {
    id: '1',
    application,
    scopes: ['rpc.api'],
    created_at: '2018-01-01T00:00:00.000000+00:00',
  });
}

test(
  'a page of a registered origin connects, authenticates and calls the proxy',
  options,
  withProxy(async (proxied) => {
    await withPage(async (page, origin) => {
      register(proxied, origin);
      const { mock, service, token } = proxied;
      const seen = await page.evaluate(
        async ({ port, token }) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=1&client_id=100`);
          const frame = () =>
            new Promise<string>((resolve) => {
              socket.onmessage = ({ data }) => resolve(String(data));
            });
          const ready = await frame();
          const answered = frame();
          const args = { access_token: token };
          socket.send(JSON.stringify({ cmd: 'AUTHENTICATE', nonce: '1', args }));
          const reply = await answered;
          const response = await fetch(`http://127.0.0.1:${port}/guilds/1/channels`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: '{"name":"talk"}',
          });
          const refused = await fetch(`http://127.0.0.1:${port}/users/@me`, {
            headers: { authorization: 'Bearer void' },
          });
          return { ready, reply, body: await response.text(), refused: refused.status };
        },
        { port: mock.port, token },
      );
      assert.match(seen.ready, /"evt":"READY"/);
      assert.match(seen.reply, /"username":"ada"/);
      assert.deepEqual([seen.body, seen.refused], ['{"ok":true}', 401]);
      assert.deepEqual(
        service.requests.map(({ method, url, headers }) => [method, url, headers.origin, headers.cookie]),
        [['POST', '/api/guilds/1/channels', undefined, undefined]],
      );
    });
  }),
);

test(
  'a page that scans the ports learns neither who the person is nor what they have, and changes nothing',
  options,
  withProxy(async ({ mock, service, token }) => {
    await withPage(async (page) => {
      const { port } = mock;
      const seen = await page.evaluate(
        async ({ ports, token }) => {
          const heard: string[] = [];
          const closes: number[] = [];
          const tries = async (what: string, attempt: () => Promise<unknown>) => {
            try {
              heard.push(`${what}: ${String(await attempt())}`);
            } catch {
              // what a page hears of an answer it may not read
            }
          };
          const device = '{"cmd":"SET_CERTIFIED_DEVICES","nonce":1,"args":{"devices":[]}}';
          for (const port of ports) {
            const url = `http://127.0.0.1:${port}`;
            const text = async (path: string, init?: RequestInit) =>
              (await fetch(`${url}${path}`, init)).text();
            await tries('GET /', () => text('/'));
            await tries('proxy', () => text('/users/@me', { headers: { authorization: `Bearer ${token}` } }));
            await tries('credentials', () => text('/users/@me', { credentials: 'include' }));
            await tries('POST /rpc', () => text('/rpc?v=1&client_id=100', { method: 'POST', body: device }));
            // Sent without a preflight, as a form is; the answer stays hidden.
            await tries('blind', async () => {
              const init = { method: 'POST', body: device, mode: 'no-cors' } as const;
              return (await (await fetch(`${url}/rpc?v=1&client_id=100`, init)).text()) || 'nothing';
            });
            for (const encoding of ['json', 'etf']) {
              await new Promise<void>((resolve) => {
                const socket = new WebSocket(
                  `ws://127.0.0.1:${port}/?v=1&client_id=100&encoding=${encoding}`,
                );
                socket.onmessage = ({ data }) => heard.push(`frame: ${String(data)}`);
                socket.onopen = () => socket.send('{"cmd":"GET_GUILDS","nonce":1}');
                socket.onclose = ({ code }) => {
                  closes.push(code);
                  resolve();
                };
              });
            }
          }
          return { heard, closes };
        },
        { ports: [port, SILENT_PORT], token },
      );
      assert.deepEqual(
        seen.heard.filter((what) => what !== 'blind: nothing'),
        [],
      );
      assert.deepEqual(seen.closes, [4001, 4001, 1006, 1006]);
      assert.deepEqual(service.requests, []);
      assert.deepEqual(mock.server.sessions.list(), []);
    });
  }),
);
