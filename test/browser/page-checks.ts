import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Fails if a page scrolls sideways in a window of one of these widths. @param what for the failure */
export async function assertFits(page: Page, widths: readonly number[], what = 'the page'): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const isWide = await page.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);
    assert.equal(isWide, false, `${what} is wider than ${width} px`);
  }
}

/** Fails if text of others became an image or a script, or ran. */
export async function assertTextOnly(page: Page): Promise<void> {
  assert.equal(await page.evaluate(() => 'hacked' in globalThis), false);
  assert.equal(await page.locator('main img, main script').count(), 0);
}

/** Reports to a page that its tab is covered by another one, or is no longer. */
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
