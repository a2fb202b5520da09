import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noChromium, sharedChromium } from '../helpers/chromium.js';
import { inConsole, openView } from './console-page.js';
import { SHOWN_VIEWS } from './console-views.js';
import { withFilledConsole } from './filled-console.js';

const options = { skip: noChromium };

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
  test(`axe has no finding in ${view.name}, light and dark`, options, async () => {
    await withFilledConsole(await sharedChromium(), {}, async (console) => {
      const { page } = console;
      await openView(page, view.fragment);
      await view.open(console);
      assert.equal(await page.locator('[hidden]:visible').count(), 0, 'a hidden element is shown');
      await page.evaluate(await readFile(AXE, 'utf8'));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findViolations(page), [], colorScheme);
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
