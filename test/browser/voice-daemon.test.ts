import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { withDaemon } from '../helpers/daemon.js';
import { patience } from '../helpers/patience.js';

test(
  'the voice view of a whole daemon joins a channel, shows the connection with its pings, and leaves',
  { skip: noChromium },
  withDaemon(async (daemon) => {
    await daemon.cli('demo');
    const { url } = await daemon.cli<{ url: string }>('console');
    const browser = await sharedChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience(3));
      await page.goto(url);
      await page.getByRole('link', { name: 'Voice', exact: true }).click();
      await page
        .getByRole('button', { name: /^Join: / })
        .first()
        .click();
      await page.locator('#voice-state').getByText('Connected.').waitFor();
      await page.locator('#voice-hostname').getByText('127.0.0.1').waitFor();
      const pings = page.getByRole('list', { name: 'The last pings' }).getByRole('listitem');
      await pings.first().waitFor();
      assert.match((await pings.first().textContent()) ?? '', /^[\d.]+\u00a0ms$/);
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.locator('#voice-state').getByText('Not connected').waitFor();
    } finally {
      await closeContexts(browser);
    }
  }),
);
