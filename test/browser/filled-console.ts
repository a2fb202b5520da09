import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { rememberAnswer } from './contents/applications.js';
import { fillConsole } from './contents/fill-console.js';
import { FIXED_REPLIES } from './contents/fixed-replies.js';
import { writeLog } from './contents/health.js';
import { NOW } from './contents/moments.js';

/** A signed-in page that shows the same on every machine and at all times. */
export interface FilledConsole {
  readonly harness: ControlHarness;
  readonly page: Page;
  /** the daemon's; the page's stands still */
  readonly clock: ManualClock;
}

/** Runs a test in a page whose views are filled. @param context of the page, e.g. its size */
export async function withFilledConsole(
  browser: Browser,
  context: BrowserContextOptions,
  run: (console: FilledConsole) => Promise<void>,
): Promise<void> {
  const clock = new ManualClock(NOW);
  const test = withControl(
    async (harness) => {
      await Promise.all([rememberAnswer(harness), writeLog(harness)]);
      const fixed = { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...context } as const;
      const opened = await browser.newContext(fixed);
      try {
        const page = await opened.newPage();
        await page.clock.setFixedTime(NOW);
        await page.addInitScript(FIXED_REPLIES);
        await page.goto(await harness.address());
        await page.getByText('Live', { exact: true }).waitFor();
        await run({ harness, page, clock });
      } finally {
        await opened.close();
      }
    },
    fillConsole,
    clock,
  );
  await test();
}
