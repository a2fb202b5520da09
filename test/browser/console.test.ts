import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createConsolePage, signOutConsole } from '#guildhall/control/operations/status.js';
import { toVisibleText } from '#guildhall/platform/text/visible-text.js';
import { withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { consentRequest, rpcSession } from '../control/requests.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { inConsole, openPage, openView } from './console-page.js';

const options = { skip: noChromium };

const never = () => new AbortController().signal;

test(
  'a person allows an application once by a click, after its permissions are shown as text',
  options,
  inConsole(async ({ harness, page, dialog }) => {
    const answer = harness.consent.ask(consentRequest({ scopes: ['rpc', 'messages.read'] }), never());
    await dialog.getByText('Game', { exact: true }).waitFor();
    const text = (await dialog.textContent()) ?? '';
    for (const part of ['https://game.example', 'read the messages of your channels', 'messages.read']) {
      assert.ok(text.toLowerCase().includes(part), part);
    }
    assert.match(await page.title(), /^\(1\)/);
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    assert.equal((await answer).allowed, true);
    await dialog.waitFor({ state: 'hidden' });
    const again = new AbortController();
    void harness.consent.ask(consentRequest(), again.signal);
    assert.equal(harness.consent.waiting().length, 1);
    again.abort();
    await eventually(async () => (await page.title()) === 'Overview · Guildhall');
  }),
);

test(
  'a person denies one request and allows the next one permanently',
  options,
  inConsole(async ({ harness, dialog }) => {
    const first = harness.consent.ask(consentRequest({ name: 'First' }), never());
    const second = harness.consent.ask(consentRequest({ id: '101', name: 'Second' }), never());
    await dialog.getByText('First').waitFor();
    await dialog.getByRole('button', { name: 'Deny' }).click();
    assert.equal((await first).allowed, false);
    await dialog.getByText('Second').waitFor();
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
    assert.equal((await second).allowed, true);
    assert.equal(
      (await harness.consent.ask(consentRequest({ id: '101', name: 'Second' }), never())).allowed,
      true,
    );
  }),
);

test(
  'requests can be decided by keyboard, but not by a key pressed as they appear',
  options,
  inConsole(async ({ harness, page, dialog }) => {
    const answer = harness.consent.ask(consentRequest(), never());
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(harness.consent.waiting().length, 1);
    // Nothing could have the focus yet, so it left the page.
    await page.locator('#consent-title').focus();
    await page.locator('#consent-once:enabled').waitFor();
    const order: string[] = [];
    for (let tab = 0; tab < 4; tab += 1) {
      await page.keyboard.press('Tab');
      order.push((await page.locator(':focus').getAttribute('id')) ?? '');
    }
    assert.deepEqual(order, ['consent-capture-allow', 'consent-deny', 'consent-once', 'consent-allow']);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('main :focus').count(), 0, 'the focus left the dialog');
    await page.locator('#consent-deny').focus();
    await page.keyboard.press('Enter');
    assert.equal((await answer).allowed, false);
  }),
);

test(
  'Escape and a button postpone a request without deciding it; the status line opens it again',
  options,
  inConsole(async ({ harness, page, dialog }) => {
    const answer = harness.consent.ask(consentRequest(), never());
    await dialog.waitFor();
    await dialog.getByText(/^refused at .* without an answer$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(harness.consent.waiting().length, 1);
    await page.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    assert.equal((await answer).allowed, true);
  }),
);

test(
  'a request that is withdrawn or decided elsewhere disappears from the page',
  options,
  inConsole(async ({ harness, dialog }) => {
    const gone = new AbortController();
    void harness.consent.ask(consentRequest(), gone.signal);
    await dialog.waitFor();
    gone.abort();
    await dialog.waitFor({ state: 'hidden' });
  }),
);

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked=1">',
  '<script>globalThis.hacked=1</script>',
  '"><svg onload=globalThis.hacked=1>',
  '\u202eevil\u202d\u0000',
  'Z̸̢̛͎a̶͝l̵̄g̸̎o̷'.repeat(200),
  'x'.repeat(5000),
];

test(
  'names of others stay text, and stay in their place',
  options,
  inConsole(
    async ({ harness, page, dialog }) => {
      for (const [index, name] of HOSTILE.entries()) {
        const gone = new AbortController();
        void harness.consent.ask(
          consentRequest({ id: String(500 + index), name, origin: name }),
          gone.signal,
        );
        await dialog.getByText(`Application ${500 + index}`).waitFor();
        assert.equal(
          await dialog.locator('h2 bdi').evaluate((heading) => heading.textContent),
          toVisibleText(name),
        );
        const overflow = await dialog.evaluate((element) => element.scrollWidth > element.clientWidth);
        assert.equal(overflow, false, `${name.slice(0, 20)} overflows`);
        assert.equal(await dialog.getByRole('button', { name: 'Deny' }).count(), 1);
        gone.abort();
        await dialog.waitFor({ state: 'hidden' });
      }
      assert.equal(await page.evaluate(() => 'hacked' in globalThis), false);
      assert.equal(await page.locator('main img, main script, main svg:not(.sparkline)').count(), 0);
      const wide = await page.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth);
      assert.equal(wide, false, 'the page became wider than its window');
    },
    (harness) => {
      for (const [index, name] of HOSTILE.entries()) {
        harness.sessions.push(
          rpcSession(`s${index}`, { application: { id: String(index), name, icon: null }, origin: name }),
        );
        const container = `usb:${index}`;
        harness.hardware.sound.plug({
          id: `d${index}`,
          name,
          direction: 'input',
          is_default: false,
          container,
        });
        const numbers = { vendor_id: 1, product_id: 2, usage_page: null, usage: null };
        harness.hardware.hid.push({ id: `h${index}`, name, container, ...numbers });
      }
      harness.hardware.setUnavailable('hid', HOSTILE[0] ?? '', HOSTILE[1] ?? '');
    },
  ),
);

test(
  'a one-time URL signs one browser in, for all its tabs and after a reload, and works once',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const context = await browser.newContext();
      const address = await harness.address();
      const page = await context.newPage();
      await page.goto(address);
      await page.getByText('Live', { exact: true }).waitFor();
      assert.equal(page.url(), harness.server.pageUrl, 'the code is still in the address bar');
      await page.goto(`${harness.server.pageUrl}#%E0`);
      await page.reload();
      await page.getByText('Live', { exact: true }).waitFor();
      const second = await context.newPage();
      await second.goto(harness.server.pageUrl);
      await second.getByText('Live', { exact: true }).waitFor();
      const stranger = await browser.newContext();
      for (const url of [address, harness.server.pageUrl]) {
        const other = await stranger.newPage();
        await other.goto(url);
        await other.getByText('guildhall console').waitFor();
        await other.getByText('Not signed in', { exact: true }).waitFor();
      }
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'while the daemon is stopped its pages are disabled and say how to start it; they need no new URL afterwards',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const context = await browser.newContext();
      harness.serviceStart = 'launchctl kickstart gui/501/guildhall';
      // Not one that the system or another test gets while the daemon is stopped.
      const port = await freePort();
      await harness.server.stop();
      await harness.startServer(port);
      const page = await context.newPage();
      await page.goto(await harness.address());
      await page.getByText('Live', { exact: true }).waitFor();
      void harness.consent.ask(consentRequest(), never());
      await page.getByRole('dialog').waitFor();
      await harness.server.stop();
      const stopped = page.getByRole('alert').filter({ hasText: 'Guildhall does not answer' });
      await stopped.waitFor();
      assert.match((await stopped.textContent()) ?? '', /guildhall start/);
      assert.equal(await stopped.getByText('launchctl kickstart gui/501/guildhall').isVisible(), true);
      assert.equal(await page.getByRole('dialog').isVisible(), false);
      assert.equal(await page.locator('#signed-in-content[inert]').count(), 1);
      await harness.startServer(port);
      assert.equal(new URL(harness.server.pageUrl).port, String(port));
      await page.getByText('Live', { exact: true }).waitFor();
      await stopped.waitFor({ state: 'hidden' });
      await page.getByRole('dialog').waitFor();
      const second = await context.newPage();
      await second.goto(harness.server.pageUrl);
      await second.getByText('Live', { exact: true }).waitFor();
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'a dialog that is open is disabled while the daemon is stopped, and closes when the page is signed out',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      harness.administration = new MockAdministration();
      const port = await freePort();
      await harness.server.stop();
      await harness.startServer(port);
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${await harness.address()}`);
      await page.getByText('Live', { exact: true }).waitFor();
      await openView(page, '#applications');
      await page.getByRole('button', { name: 'Register an application' }).click();
      const dialog = page.locator('#application-dialog');
      await dialog.getByLabel('Name', { exact: true }).waitFor();
      await harness.server.stop();
      await page.locator('#application-dialog[open][inert]').waitFor();
      // What it shows once can still be copied.
      assert.equal(await page.locator('#secret-dialog[inert]').count(), 0);
      await harness.startServer(port);
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Register an application' }).click();
      assert.equal(await page.locator('dialog[inert]').count(), 0);
      await harness.daemon.call(signOutConsole, {}, {});
      await page.getByText('Not signed in', { exact: true }).waitFor();
      assert.equal(await page.locator('dialog[open]').count(), 0);
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'guildhall console --sign-out signs out pages that are open; a new URL in one tab signs in the others',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(await harness.address());
      await page.getByText('Live', { exact: true }).waitFor();
      await harness.daemon.call(signOutConsole, {}, {});
      await page.getByText('Not signed in', { exact: true }).waitFor();
      const second = await context.newPage();
      await second.goto(await harness.address());
      await second.getByText('Live', { exact: true }).waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'the navigation leads to the reference',
  options,
  inConsole(async ({ page }) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Reference' }).click();
    await page.waitForURL('**/docs/');
  }),
);

test(
  'while a page is open a request opens no other one',
  options,
  inConsole(async ({ harness, dialog }) => {
    void harness.consent.ask(consentRequest(), never());
    await dialog.waitFor();
    assert.deepEqual(harness.opened, []);
  }),
);

test(
  'the redirect file leads to a signed-in page, and its code is in neither the address bar nor the history',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    try {
      const { page, complaints } = await openPage(browser);
      const { path, url } = await harness.daemon.call(createConsolePage, {}, {});
      await page.goto(pathToFileURL(path).href);
      await page.getByText('Live', { exact: true }).waitFor();
      assert.equal(page.url(), harness.server.pageUrl);
      await eventually(() => !existsSync(path));
      const [, code = ''] = url.split('#code=');
      assert.ok(code.length > 40);
      assert.ok(!(await page.content()).includes(code));
      assert.deepEqual(complaints, []);
      await page.goBack();
      assert.equal(page.url(), 'about:blank', 'the file or the code is in the history');
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'recording keys is a separate option that is off by default',
  options,
  inConsole(async ({ harness, dialog }) => {
    const box = dialog.getByRole('checkbox', { name: /record key combinations while you set a shortcut/ });
    const allow = dialog.getByRole('button', { name: 'Allow once' });
    const plain = harness.consent.ask(consentRequest({ id: '101', scopes: ['identify'] }), never());
    await allow.click();
    assert.deepEqual(await plain, { allowed: true, lasting: false, keyCapture: false });
    const ticked = harness.consent.ask(consentRequest({ id: '102', name: 'Ticked' }), never());
    await dialog.getByText('Ticked').waitFor();
    await box.check();
    await allow.click();
    assert.deepEqual(await ticked, { allowed: true, lasting: false, keyCapture: true });
    // What was ticked for one application is not for the next.
    const untouched = harness.consent.ask(consentRequest({ id: '103', name: 'Next' }), never());
    await dialog.getByText('Next').waitFor();
    assert.equal(await box.isChecked(), false);
    await allow.click();
    assert.deepEqual(await untouched, { allowed: true, lasting: false, keyCapture: false });
  }),
);

test(
  'a request only to record keys shows only that permission',
  options,
  inConsole(async ({ harness, dialog }) => {
    const request = consentRequest({ kind: 'capture', scopes: [] });
    const answer = harness.consent.ask(request, never());
    await dialog.getByText('asks for access').waitFor();
    const rows = await dialog.getByRole('listitem').allTextContents();
    assert.equal(rows.length, 1);
    assert.match(rows[0] ?? '', /record key combinations while you set a shortcut/);
    assert.equal(await dialog.getByRole('checkbox').count(), 0);
    await dialog.getByRole('button', { name: 'Allow once' }).click();
    assert.deepEqual(await answer, { allowed: true, lasting: false, keyCapture: true });
  }),
);

test(
  'the status line shows who records keys, and its button ends that',
  options,
  inConsole(async ({ harness, page }) => {
    const line = page.locator('#capture-status');
    assert.equal(await line.isVisible(), false);
    harness.captures.start('Game');
    await line.getByText('Game is recording the keys you press').waitFor();
    await line.getByRole('button', { name: 'Stop' }).click();
    await line.waitFor({ state: 'hidden' });
    assert.equal(harness.captures.current, null);
  }),
);

test(
  'the status of a capture says why it could not be ended, but not that it has ended already',
  options,
  inConsole(async ({ complaints, harness, page }) => {
    const line = page.locator('#capture-status');
    harness.captures.endCurrent = async () => null;
    harness.captures.start('Game');
    const stop = line.getByRole('button', { name: 'Stop' });
    await stop.click();
    await eventually(() => complaints.length === 1);
    assert.equal(await line.getByRole('alert').isVisible(), false);
    const json = { error: { message: 'the driver hangs', hint: null } };
    await page.route('**/api/capture', (route) => route.fulfill({ status: 500, json }));
    await stop.click();
    await line.getByRole('alert').getByText('the driver hangs').waitFor();
    // Chromium reports every refused request.
    assert.equal(complaints.splice(0).length, 2);
  }),
);
