import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium } from '../helpers/chromium.js';
import { APPLICATION } from '../helpers/mock-rpc.js';
import { type Proxied, withProxy } from '../rpc/proxied-game.js';
import { registerOrigin, withPage } from './overlay-page.js';

/** Overlays that are served from elsewhere, under Chromium's Local Network Access (docs/for-games.md, In a browser). */

const options = { skip: noChromium };

interface Seen {
  /** what a plain GET of the port gives */
  readonly probe: string;
  /** the first frame of a WebSocket, or its close code */
  readonly socket: string;
  /** what a proxied call with a token gives, which needs a preflight */
  readonly call: string;
}

/** What a page gets of the RPC port by each way in. */
function tryAll(page: Page, { mock, token }: Proxied): Promise<Seen> {
  return page.evaluate(
    async ({ port, id, token }) => {
      const query = `v=1&client_id=${id}`;
      const statusOf = async (path: string, headers: Record<string, string>) => {
        try {
          return String((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status);
        } catch {
          return 'failed';
        }
      };
      return {
        probe: await statusOf(`/?${query}`, {}),
        socket: await new Promise<string>((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/?${query}`);
          socket.onmessage = ({ data }) => resolve(String(JSON.parse(data).evt));
          socket.onclose = ({ code }) => resolve(String(code));
        }),
        call: await statusOf('/users/@me', { authorization: `Bearer ${token}` }),
      };
    },
    { port: mock.port, id: APPLICATION.id, token },
  );
}

test(
  'a registered overlay of the public network gets everything once the person allowed it',
  options,
  withProxy(async (proxied) => {
    await withPage(
      async (page, origin) => {
        registerOrigin(proxied, origin);
        assert.deepEqual(await tryAll(page, proxied), { probe: '404', socket: 'READY', call: '200' });
      },
      { publicWith: 'granted' },
    );
  }),
);

test(
  'an overlay without the permission cannot connect, and can query the reason',
  options,
  withProxy(async (proxied) => {
    await withPage(
      async (page, origin) => {
        registerOrigin(proxied, origin);
        assert.deepEqual(await tryAll(page, proxied), { probe: 'failed', socket: '1006', call: 'failed' });
        assert.deepEqual(proxied.service.requests, []);
        const state = await page.evaluate<string>(
          "navigator.permissions.query({ name: 'loopback-network' }).then(({ state }) => state)",
        );
        assert.notEqual(state, 'granted');
      },
      { publicWith: 'not granted' },
    );
  }),
);

test(
  'the permission gives an unregistered page no access',
  options,
  withProxy(async (proxied) => {
    await withPage(
      async (page) => {
        assert.deepEqual(await tryAll(page, proxied), { probe: 'failed', socket: '4001', call: 'failed' });
        assert.deepEqual(proxied.service.requests, []);
      },
      { publicWith: 'granted' },
    );
  }),
);
