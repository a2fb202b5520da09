import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATIONS } from '#guildhall/control/operations/index.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { consentRequest } from '../control/requests.js';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import { fillConsole } from './console-contents.js';
import { inConsole } from './console-page.js';

/** What other web pages can do to the console in the browser in which the person is signed in (docs/threat-model.md, Web pages). */

const options = { skip: noChromium };

const CALLS = OPERATIONS.filter(({ access }) => access === 'cli-and-page').map(({ kind, method, path }) => ({
  ...{ kind, method },
  path: path.replaceAll(/\{\w+\}/g, '100'),
}));

/** Where attackers serve pages: another port of this machine, and another name of it. */
const HOSTS = ['127.0.0.1', 'localhost', 'evil.localhost', `guildhall-${'0'.repeat(32)}.localhost`];

async function startForeignServer(): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Foreign</title>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : assert.fail() };
}

/** Everything that the attacks could have changed. */
function stateOf({ administration, client, consent, sessions, shutdowns, backups, opened }: ControlHarness) {
  const waiting = consent.waiting().map(({ id }) => id);
  return JSON.stringify([waiting, sessions, client.granted, administration, shutdowns, backups, opened]);
}

/** Runs a test with a page of each foreign host, next to a console in which a request waits; nothing may change. */
function besideConsole(run: (foreign: Page, harness: ControlHarness) => Promise<void>) {
  return inConsole(async ({ harness, page }) => {
    void harness.consent.ask(consentRequest({ id: '100' }), new AbortController().signal);
    await page.getByRole('dialog').waitFor();
    const before = stateOf(harness);
    const { server, port } = await startForeignServer();
    try {
      for (const host of HOSTS) {
        const foreign = await page.context().newPage();
        await foreign.goto(`http://${host}:${port}/`);
        await run(foreign, harness);
        assert.equal(stateOf(harness), before, host);
        await foreign.close();
      }
    } finally {
      server.close();
    }
  }, fillConsole);
}

/** The statuses that a page’s requests were answered with, also where the browser keeps the response from the page. */
async function collectHiddenStatuses(page: Page, { server }: ControlHarness): Promise<number[]> {
  const statuses: number[] = [];
  const toConsole = new Set<string>();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  protocol.on('Network.requestWillBeSent', ({ request, requestId }) => {
    if (request.url.startsWith(server.pageUrl)) toConsole.add(requestId);
  });
  protocol.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (toConsole.has(requestId)) statuses.push(statusCode);
  });
  return statuses;
}

/** The statuses of what the console answered to the page's frames. */
function collectStatuses(page: Page, harness: ControlHarness): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(harness.server.pageUrl)) statuses.push(response.status());
  });
  return statuses;
}

test(
  'a foreign page can neither read nor change anything by fetch, with the person’s cookies',
  options,
  besideConsole(async (foreign, harness) => {
    const statuses = await collectHiddenStatuses(foreign, harness);
    const readable = await foreign.evaluate(
      async ({ url, calls }) => {
        const seen: string[] = [];
        const attempt = async (what: string, path: string, init: RequestInit) => {
          try {
            const text = await (await fetch(url + path, { credentials: 'include', ...init })).text();
            if (text !== '') seen.push(`${what} ${path}: ${text}`);
          } catch {
            // what a page gets of a response that it may not read
          }
        };
        const json = { 'content-type': 'application/json' };
        for (const { method, path } of calls) {
          const body = method === 'GET' ? null : '{}';
          await attempt('cors', `api${path}`, { method, body, headers: json });
          if (method === 'GET' || method === 'POST')
            await attempt('no-cors', `api${path}`, { method, body, mode: 'no-cors' });
        }
        for (const path of ['session', 'proof']) {
          await attempt('cors', path, { method: 'POST', body: '{"code":"guess"}', headers: json });
          await attempt('no-cors', path, { method: 'POST', body: '{"code":"guess"}', mode: 'no-cors' });
        }
        return seen;
      },
      { url: harness.server.pageUrl, calls: CALLS },
    );
    assert.deepEqual(readable, []);
    assert.ok(statuses.length > 0);
    assert.deepEqual(
      statuses.filter((status) => status !== 403),
      [],
    );
  }),
);

test(
  'a foreign page gets no stream by a WebSocket',
  options,
  besideConsole(async (foreign, harness) => {
    const ends = await foreign.evaluate(
      async ({ url, streams }) =>
        Promise.all(
          streams.map(
            ({ method, path }) =>
              new Promise<string>((resolve) => {
                const socket = new WebSocket(`${url}streams/${method}${path}`, ['guildhall-console', 'a.b']);
                socket.onmessage = ({ data }) => resolve(String(data));
                socket.onclose = ({ code }) => resolve(String(code));
              }),
          ),
        ),
      {
        url: harness.server.pageUrl.replace('http', 'ws'),
        streams: CALLS.filter(({ kind }) => kind === 'stream'),
      },
    );
    assert.deepEqual(
      ends.filter((end) => end !== '1006'),
      [],
    );
  }),
);

test(
  'a foreign page can neither post a form to the console nor frame it',
  options,
  besideConsole(async (foreign, harness) => {
    const statuses = collectStatuses(foreign, harness);
    const posts = CALLS.filter(({ method }) => method === 'POST').map(({ path }) => `api${path}`);
    await foreign.evaluate(
      `(async () => {
        const load = (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
        for (const path of ${JSON.stringify(['session', ...posts])}) {
          const frame = document.createElement('iframe');
          frame.name = 'target';
          document.body.append(frame);
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', enctype: 'text/plain', target: 'target' });
          form.action = ${JSON.stringify(harness.server.pageUrl)} + path;
          const field = document.createElement('input');
          Object.assign(field, { name: '{"remember":true,"x":"', value: '"}' });
          form.append(field);
          document.body.append(form);
          const loaded = load(frame);
          form.submit();
          await loaded;
          frame.remove();
        }
        for (const address of ${JSON.stringify([harness.server.pageUrl, harness.server.consoleUrl])}) {
          const frame = document.createElement('iframe');
          frame.src = address;
          const loaded = load(frame);
          document.body.append(frame);
          await loaded;
        }
      })()`,
    );
    assert.ok(statuses.length >= posts.length);
    assert.deepEqual(
      statuses.filter((status) => status !== 403),
      [],
    );
  }),
);

test(
  'a foreign page that opens the console gets no hold of its window',
  options,
  besideConsole(async (foreign, harness) => {
    const opened = foreign.context().waitForEvent('page');
    await foreign.evaluate(`globalThis.other = window.open(${JSON.stringify(harness.server.pageUrl)})`);
    const console = await opened;
    await console.getByText('Live', { exact: true }).waitFor();
    assert.equal(await console.evaluate('window.opener === null'), true);
    assert.equal(await foreign.evaluate('globalThis.other.closed'), true);
    await console.close();
  }),
);

test(
  'a name of others that leads to this machine gets neither the page nor anything else (DNS rebinding)',
  options,
  withControl(async (harness) => {
    const { port } = new URL(harness.server.pageUrl);
    const browser = await launchChromium(['--host-resolver-rules=MAP rebound.example 127.0.0.1']);
    try {
      const page = await browser.newPage();
      const response = await page.goto(`http://rebound.example:${port}/`);
      assert.equal(response?.status(), 403);
      const statuses = await page.evaluate(
        async (calls) =>
          Promise.all(
            calls.map(async ({ method, path }) => {
              const body = method === 'GET' ? null : '{}';
              const headers = { 'content-type': 'application/json' };
              return (await fetch(path, { method, body, headers })).status;
            }),
          ),
        [
          ...CALLS.map(({ method, path }) => ({ method, path: `/api${path}` })),
          { method: 'POST', path: '/proof' },
          { method: 'POST', path: '/session' },
          { method: 'GET', path: '/shell/main.js' },
        ],
      );
      assert.deepEqual(
        statuses.filter((status) => status !== 403),
        [],
      );
    } finally {
      await browser.close();
    }
  }),
);
