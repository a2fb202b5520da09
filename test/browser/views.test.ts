// test:all console: renders each view eight times
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import { inConsole, openView } from './console-page.js';
import { SHOWN_VIEWS, type ShownView } from './console-views.js';
import { withFilledConsole } from './filled-console.js';
import { comparePictures } from './screenshots/compare-pictures.js';
import { createFixedFonts, type FixedFonts, noFixedFonts } from './screenshots/fixed-fonts.js';
import { toIndexedPng } from './screenshots/indexed-png.js';

/** Screenshots of docs/images/console, which `npm run screenshots` takes again, and the accessibility of what they show. */

const options = { skip: noChromium || noFixedFonts };
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const KEPT = fileURLToPath(new URL('../../docs/images/console/', import.meta.url));
/** Where screenshots that differ are written. */
const DIFFERING = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const isRenewing = process.env.GUILDHALL_RENEW_SCREENSHOTS === '1';

/**
 * How many pixels may differ visibly: fewer than a line or a word that is missing, and more than what an older Chromium
 * draws otherwise (57).
 */
const TOLERANCE = 100;
const MAX_BYTES = 100_000;

const SIZES = [
  { suffix: '1440', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { suffix: '768', viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  { suffix: '360', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { suffix: '768-dark', viewport: { width: 768, height: 1024 }, colorScheme: 'dark' },
] as const;
const SMALL_SIZES = [
  { suffix: '300', viewport: { width: 300, height: 400 }, colorScheme: 'light' },
  { suffix: '300-dark', viewport: { width: 300, height: 400 }, colorScheme: 'dark' },
  { suffix: '360', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
] as const;
type Size = (typeof SIZES | typeof SMALL_SIZES)[number];

let fonts: FixedFonts;
let browser: Browser;
before(async () => {
  if (options.skip !== false) return;
  fonts = await createFixedFonts();
  browser = await launchChromium(
    ['--font-render-hinting=none', '--force-color-profile=srgb'],
    fonts.environment,
  );
});
after(async () => {
  await browser?.close();
  await fonts?.remove();
});

function sizesOf({ isPart = false, isSmall = false }: ShownView): readonly Size[] {
  if (isSmall) return SMALL_SIZES;
  return isPart ? SIZES.filter(({ suffix }) => suffix === '768') : SIZES;
}

async function take(page: Page, { isCut = false }: ShownView, size: Size): Promise<Buffer> {
  await page.setViewportSize(size.viewport);
  await page.emulateMedia({ colorScheme: size.colorScheme });
  await page.evaluate('scrollTo(0, 0)');
  // Of the whole page, what stays at the end of the window would be in its middle.
  if (!isCut)
    await page.evaluate("document.querySelector('.status-line')?.style.setProperty('position', 'static')");
  // Lists that stay at their end, and parts that observe their size, follow with the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return page.screenshot({ animations: 'disabled', fullPage: !isCut });
}

/** Compares a screenshot with the one that is kept, or keeps it. @returns what is wrong with it; null: nothing */
async function check(name: string, taken: Buffer): Promise<string | null> {
  const path = `${KEPT}${name}.png`;
  if (isRenewing) {
    const small = toIndexedPng(taken);
    assert.ok(small.length <= MAX_BYTES, `${name} has ${small.length} bytes`);
    await mkdir(KEPT, { recursive: true });
    await writeFile(path, small);
    return null;
  }
  const { pixels, picture } = comparePictures(await readFile(path), taken);
  if (pixels <= TOLERANCE) return null;
  await mkdir(DIFFERING, { recursive: true });
  await writeFile(`${DIFFERING}${name}.png`, taken);
  await writeFile(`${DIFFERING}${name}-difference.png`, picture);
  return `${name} (${pixels} pixels)`;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds in the page as it is, e.g. `color-contrast: <p>…`. */
async function findViolations(page: Page): Promise<string[]> {
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${html}: ${failureSummary}`),
  );
}

for (const view of SHOWN_VIEWS) {
  test(`${view.name} looks as in its screenshots, and axe has no finding in it`, options, async () => {
    const [first] = SIZES;
    const { viewport, colorScheme } = first;
    await withFilledConsole(browser, { viewport, colorScheme }, async (console) => {
      await openView(console.page, view.fragment);
      await view.open(console);
      // Nothing is shown as under the pointer.
      await console.page.mouse.move(0, 0);
      assert.equal(await console.page.locator('[hidden]:visible').count(), 0, 'a hidden element is shown');
      const found: string[] = [];
      for (const size of sizesOf(view)) {
        const wrong = await check(`${view.name}-${size.suffix}`, await take(console.page, view, size));
        if (wrong !== null) found.push(wrong);
      }
      const advice = `See ${DIFFERING}; if this is intended, accept it with: npm run screenshots`;
      assert.equal(found.length, 0, `these differ: ${found.join(', ')}. ${advice}`);
      await console.page.evaluate(await readFile(AXE, 'utf8'));
      for (const scheme of ['dark', 'light'] as const) {
        await console.page.emulateMedia({ colorScheme: scheme });
        assert.deepEqual(await findViolations(console.page), [], scheme);
      }
    });
  });
}

test(
  'axe finds a control without a name and text without contrast',
  options,
  inConsole(async ({ page }) => {
    await page.evaluate(await readFile(AXE, 'utf8'));
    await page.locator('#overview-view').evaluate((view) => {
      const field = view.ownerDocument.createElement('input');
      const pale = view.ownerDocument.createElement('p');
      pale.textContent = 'pale';
      pale.style.setProperty('color', '#eee');
      view.append(field, pale);
    });
    const ids = (await findViolations(page)).map((found) => found.split(':')[0]);
    assert.deepEqual(new Set(ids), new Set(['color-contrast', 'label']));
  }),
);

test('every screenshot that is kept is compared and shown in docs/console.md', async () => {
  const names = SHOWN_VIEWS.flatMap((view) =>
    sizesOf(view).map(({ suffix }) => `${view.name}-${suffix}.png`),
  );
  const gallery = await readFile(`${KEPT}../../console.md`, 'utf8');
  const shown = gallery.matchAll(/!\[[^\]]+\]\(images\/console\/([^)]+)\)/g);
  assert.deepEqual(new Set(await readdir(KEPT)), new Set(names));
  assert.deepEqual(new Set([...shown].map(([, name]) => name)), new Set(names));
});
