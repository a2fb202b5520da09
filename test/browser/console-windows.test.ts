import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { consentRequest, rpcSession } from '../control/requests.js';
import { noChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { fillConsole } from './console-contents.js';
import { inConsole } from './console-page.js';
import { setVisibility } from './page-checks.js';

/** Several windows of the console at once. Browsers open six connections to one server, besides WebSockets. */

const options = { skip: noChromium };

/** Views with a stream of their own, and what shows that they work. */
const VIEWS: readonly (readonly [fragment: string, shown: string])[] = [
  ['#connections', '#connection-list > li'],
  ['#connections/a', '#inspector-name'],
  ['#voice', '#voice-members li'],
  ['#guilds/300/312', '#messages li'],
  ['#applications', '#grants li'],
  ['#health', '#facts dd'],
  ['#devices', '#devices-inputs li'],
];

test(
  'seven windows with a stream of each view are live, and each still changes something',
  options,
  inConsole(async ({ harness, page }) => {
    harness.sessions.push(rpcSession('a'));
    const windows: Page[] = [];
    for (const [fragment, shown] of VIEWS) {
      const window = await page.context().newPage();
      await window.goto(`${harness.server.pageUrl}${fragment}`);
      await window.locator(shown).first().waitFor();
      windows.push(window);
    }
    for (const window of [page, ...windows]) {
      assert.equal(await window.locator('#connection').textContent(), 'Live');
      const status = await window.evaluate<number>(
        `fetch('/shell/main.js', { cache: 'no-store' }).then(({ status }) => status)`,
      );
      assert.equal(status, 200);
    }
    const answer = harness.consent.ask(consentRequest(), new AbortController().signal);
    for (const window of windows) await window.getByRole('dialog').waitFor();
    await windows.at(-1)?.getByRole('button', { name: 'Allow once' }).click();
    assert.equal((await answer).allowed, true);
    for (const window of windows) await window.getByRole('dialog').waitFor({ state: 'hidden' });
  }, fillConsole),
);

test(
  'a request is shown on the desktop unless the person looks at a page of the console',
  options,
  inConsole(async ({ harness, page }) => {
    const { notifier } = harness;
    void harness.consent.ask(consentRequest(), new AbortController().signal);
    await eventually(() => !notifier.shown.has('consent'));
    await setVisibility(page, 'hidden');
    await eventually(() => notifier.shown.has('consent'));
    await setVisibility(page, 'visible');
    await eventually(() => !notifier.shown.has('consent'));
    await page.evaluate(`
      document.hasFocus = () => false;
      dispatchEvent(new Event('blur'));
    `);
    await eventually(() => notifier.shown.has('consent'));
    await page.getByRole('dialog').waitFor();
  }),
);
