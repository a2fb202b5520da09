import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import { inConsole, openView } from './console-page.js';
import { withFilledConsole } from './filled-console.js';
import { createFixedFonts, noFixedFonts } from './screenshots/fixed-fonts.js';

const options = { skip: noChromium || noFixedFonts };

/** How many pixels of the links to the views are out of sight, in a font that is wider than most. */
const HIDDEN = `(() => {
  document.documentElement.style.fontFamily = 'DejaVu Sans';
  document.getElementById('connection').textContent = 'Reconnecting…';
  const { clientWidth, scrollWidth } = document.getElementById('views');
  return scrollWidth - clientWidth;
})()`;

test('the links to all views are in sight in a wide font', options, async () => {
  const fonts = await createFixedFonts();
  const browser = await launchChromium([], fonts.environment);
  try {
    for (const width of [1440, 1200, 1025, 1000, 768, 650]) {
      const viewport = { width, height: 900 };
      await withFilledConsole(browser, { viewport }, async ({ page }) => {
        assert.equal(await page.evaluate(HIDDEN), 0, `at ${width} pixels`);
      });
    }
  } finally {
    await browser.close();
    await fonts.remove();
  }
});

test(
  'an unknown view in the address is replaced by the one that is shown',
  { skip: noChromium },
  inConsole(async ({ page }) => {
    for (const hash of ['#nonsense', '#nonsense/1']) {
      await openView(page, '#guilds');
      await page.locator('#guilds-view').waitFor();
      await openView(page, hash);
      await page.locator('#overview-view').waitFor();
      assert.equal(new URL(page.url()).hash, '#overview');
    }
  }),
);
