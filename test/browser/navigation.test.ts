import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { consentRequest } from '../control/requests.js';
import { launchChromium, noChromium, sharedChromium } from '../helpers/chromium.js';
import { inConsole, openView, untilComplete } from './console-page.js';
import { KEY_DECK } from './contents/applications.js';
import { BOARD_GAMES, GENERAL } from './contents/guilds.js';
import { ago } from './contents/moments.js';
import { type FilledConsole, withFilledConsole } from './filled-console.js';
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
    for (const width of [1440, 1200, 1025, 1000, 768, 650, 390, 360]) {
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

/** Fills the status line: somebody's request waits, and an application records keys. */
async function fillStatusLine({ harness, page }: FilledConsole): Promise<void> {
  void harness.consent.ask(consentRequest(), new AbortController().signal);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  harness.captures.start('Key Deck', {
    ...{ application: KEY_DECK, session_id: 'b', started_at: ago({ minutes: 0 }) },
  });
  await page.getByText('Key Deck is recording').or(page.getByText('is recording the keys')).first().waitFor();
  await page.getByRole('button', { name: 'Review' }).waitFor();
  await page.getByRole('link', { name: '2 warnings' }).waitFor();
}

/** Fails if a click on the middle of the last of these elements would reach another one. */
async function assertUncovered(page: Page, selector: string, where: string): Promise<void> {
  const last = page.locator(`${selector}:visible`).last();
  await last.waitFor();
  const hit = await last.evaluate((element) => {
    const root = element.ownerDocument.documentElement;
    root.scrollTop = root.scrollHeight;
    const { height, left, top, width } = element.getBoundingClientRect();
    const found = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    return found === element ? '' : (found?.outerHTML.slice(0, 200) ?? 'nothing');
  });
  assert.equal(hit, '', `what is at the middle of the last ${selector} ${where}`);
}

test('the status line covers no control at the end of a view', { skip: noChromium }, async () => {
  for (const [width, height] of [
    [1280, 757],
    [390, 800],
  ] as const) {
    const browser = await sharedChromium();
    await withFilledConsole(browser, { viewport: { width, height } }, async (console) => {
      const { page } = console;
      await fillStatusLine(console);
      const where = `at ${width}×${height}`;
      for (const control of ['#waiting-review', '#capture-stop', '#findings-link']) {
        await assertUncovered(page, control, where);
      }
      assert.equal(await page.evaluate('scrollX + document.documentElement.scrollWidth'), width, where);
      await openView(page, `#guilds/${BOARD_GAMES}/${GENERAL}`);
      await assertUncovered(page, '#message-content', where);
      await assertUncovered(page, '#message-send', where);
      await openView(page, '#voice');
      await assertUncovered(page, '#voice-view :is(button, input, select, a)', where);
    });
  }
});

test('what comes to the status line moves nothing on the page', { skip: noChromium }, async () => {
  const browser = await sharedChromium();
  await withFilledConsole(browser, { viewport: { width: 1280, height: 757 } }, async (console) => {
    const { page } = console;
    const parts = [page.locator('#own-voice').getByText('Mute'), page.locator('.status-line')];
    await page.getByRole('link', { name: '2 warnings' }).waitFor();
    await untilComplete(page);
    await page.evaluate("document.getElementById('findings-status').hidden = true");
    const before = await Promise.all(parts.map((part) => part.boundingBox()));
    await page.evaluate("document.getElementById('findings-status').hidden = false");
    await fillStatusLine(console);
    assert.deepEqual(await Promise.all(parts.map((part) => part.boundingBox())), before);
  });
});
