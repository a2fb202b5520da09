import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { closeContexts, sharedChromium } from '../helpers/chromium.js';

/** What a browser complained about: violated policies, errors of scripts. */
export type Complaints = string[];

export interface Console {
  readonly harness: ControlHarness;
  readonly page: Page;
  readonly complaints: Complaints;
  readonly dialog: Locator;
}

/** Runs a test in a signed-in console page; whatever it does, no policy may be violated and no script fail. */
export function inConsole(
  run: (console: Console) => Promise<void>,
  prepare?: (harness: ControlHarness) => void,
) {
  return withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(await harness.address());
      await page.getByText('Live', { exact: true }).waitFor();
      await run({ harness, page, complaints, dialog: page.getByRole('dialog') });
      assert.deepEqual(complaints, []);
    } finally {
      await closeContexts(browser);
    }
  }, prepare);
}

/** Opens a page, and collects what the browser complains about. */
export async function openPage(browser: Browser): Promise<{ page: Page; complaints: Complaints }> {
  // A context of its own can have further pages, as a person's browser.
  const page = await (await browser.newContext()).newPage();
  const complaints: Complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Waits until the overview shows everything, so that nothing of it is moved anymore by a part that comes later. */
export async function untilComplete(page: Page): Promise<void> {
  await page.locator('#own-voice').waitFor();
  // What is not known yet is shown as three dots.
  await page.locator('#counts', { hasNotText: '…' }).waitFor();
}

/** Opens a view of a signed-in page. @param fragment of the URL, e.g. `#guilds/300`; empty: the first view */
export async function openView(page: Page, fragment: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
}
