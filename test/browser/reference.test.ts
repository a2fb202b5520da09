import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';

/** The reference under /docs of the console (docs/for-games.md, Reference), in a browser that is not signed in. */

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

/** The pages as the build made them, by their path. */
function readPages(): Map<string, string> {
  const folder = fileURLToPath(import.meta.resolve('#guildhall/kit/reference'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  return new Map(
    files.map((file) => [
      `/docs/${file.replace(/\\/g, '/').replace(/^index\.html$/, '')}`,
      readFileSync(join(folder, file), 'utf8'),
    ]),
  );
}

test('every link of the reference and the guides leads to an entry that exists', () => {
  const pages = readPages();
  assert.ok(pages.size > 15);
  // The console.
  const targets = new Map<string, Set<string>>([['/', new Set()]]);
  for (const [path, text] of pages) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    assert.equal(new Set(ids).size, ids.length, `ids of ${path} are unique`);
    targets.set(path, new Set(ids));
  }
  const links = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), `http://console${path}`),
    ),
  );
  assert.ok(links.length > 1000);
  const broken = links.filter(({ hash, host, pathname }) => {
    const known = targets.get(pathname);
    return (
      host === 'console' &&
      (known === undefined || (hash !== '' && !known.has(decodeURIComponent(hash.slice(1)))))
    );
  });
  assert.deepEqual([...new Set(broken.map(({ href }) => href))], []);
  // What a converter of markdown may leave.
  for (const [path, text] of pages) {
    const shown = text.replace(/<code>.*?<\/code>/gs, '').replace(/ data-words="[^"]*"/g, '');
    assert.doesNotMatch(shown, /\]\(|\*\*|&lt;!--|```|\n\|/, path);
  }
});

test('the search of all pages finds arguments, fields, errors and guides, and a guide opens', options, () =>
  withPage('', async (page) => {
    const shown = page.locator('article:visible h3');
    const found = async (words: string) => {
      await page.locator('#search').fill(words);
      return (await shown.allTextContents()).map((text) => text.replace(/ #$/, ''));
    };
    assert.ok((await found('input volume auto_threshold')).includes('SET_VOICE_SETTINGS'));
    assert.ok((await found('pan volume user_id')).includes('SET_USER_VOICE_SETTINGS'));
    assert.ok((await found('4003')).includes('GET_GUILD'));
    assert.ok((await found('spoiler markdown')).includes('Guilds'));
    await page.getByRole('link', { name: 'Guilds in full' }).click();
    await page.getByRole('heading', { name: 'Guilds', exact: false, level: 3 }).waitFor();
    assert.match(page.url(), /\/docs\/guides\/for-users\.html#guilds$/);
  }),
);

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
