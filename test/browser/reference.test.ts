import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';

/** The reference under /docs of the console (docs/for-games.md, Reference), in a browser that is not signed in. */

const PAGES = ['', 'rpc.html', 'rest.html', 'gateway.html'];
const options = { skip: noChromium };

let daemon: TestDaemon;
before(async () => {
  daemon = await TestDaemon.start();
});
after(() => daemon.stop());

/** Runs a test with a page of the reference; whatever the browser reports as an error fails it. */
async function withPage(path: string, run: (page: Page) => Promise<void>, dark = false): Promise<void> {
  const browser = await sharedChromium();
  try {
    const context = await browser.newContext({ colorScheme: dark ? 'dark' : 'light' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    const response = await page.goto(`${daemon.runtime.console.url}docs/${path}`);
    assert.equal(response?.status(), 200);
    await run(page);
    assert.deepEqual(errors, []);
  } finally {
    await closeContexts(browser);
  }
}

test('every link of the reference leads to an entry that exists', options, async () => {
  // The console.
  const targets = new Map<string, Set<string>>([['/', new Set()]]);
  const links: string[] = [];
  for (const path of PAGES) {
    await withPage(path, async (page) => {
      const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length, 'ids are unique');
      targets.set(`/docs/${path}`, new Set(ids));
      links.push(
        ...(await page.evaluate<string[]>("[...document.querySelectorAll('a')].map(({ href }) => href)")),
      );
    });
  }
  assert.ok(links.length > 1000);
  const broken = links.filter((link) => {
    const { hash, pathname } = new URL(link);
    const known = targets.get(pathname);
    return known === undefined || (hash !== '' && !known.has(hash.slice(1)));
  });
  assert.deepEqual(broken, []);
});

test('the search shows the entries with all its words, and Escape ends it', options, () =>
  withPage('rpc.html', async (page) => {
    const shown = page.locator('article:visible h3');
    const all = await shown.count();
    await page.keyboard.press('/');
    await page.keyboard.type('get_guild timeout');
    assert.equal(await page.locator('#found').textContent(), '1 found');
    assert.match((await shown.textContent()) ?? '', /^GET_GUILD /);
    assert.equal(await page.locator('.docs-contents li:visible').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await shown.count(), all);
    await page.keyboard.type('no such thing');
    assert.equal(await shown.count(), 0);
  }),
);

test('a command shows arguments, reply, scopes and errors, with links to objects', options, () =>
  withPage('rpc.html#command-GET_GUILD', async (page) => {
    const command = page.locator('#command-GET_GUILD');
    assert.match(
      (await command.textContent()) ?? '',
      /guild_id.*0 to 60.*Scopes: rpc\. Errors: 4003 INVALID_GUILD/s,
    );
    await command.getByRole('link', { name: 'Guild', exact: true }).click();
    assert.match(page.url(), /#object-Guild$/);
    assert.equal(await page.locator('#object-Guild').isVisible(), true);
  }),
);

test('the reference is light or dark as the browser wants, and fits 360 pixels', options, async () => {
  const ground = (page: Page) =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const colors: string[] = [];
  for (const dark of [false, true]) {
    await withPage(
      'rest.html',
      async (page) => {
        colors.push(await ground(page));
        await page.setViewportSize({ width: 360, height: 640 });
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        assert.ok(overflow <= 0, `${overflow} px wider than the window`);
      },
      dark,
    );
  }
  assert.notEqual(colors[0], colors[1]);
});
