import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noChromium } from '../helpers/chromium.js';
import { freePort } from '../helpers/free-port.js';
import { withProxy } from '../rpc/proxied-game.js';
import { registerOrigin, withPage } from './overlay-page.js';

/** What web pages can do to the RPC port in a real browser (docs/threat-model.md, Threats). */

const options = { skip: noChromium };

test(
  'a page of a registered origin connects, authenticates and calls the proxy',
  options,
  withProxy(async (proxied) => {
    await withPage(async (page, origin) => {
      registerOrigin(proxied, origin);
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
              // what a page receives of a response it may not read
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
        // Nothing listens on the second one.
        { ports: [port, await freePort()], token },
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
