import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { SCOPES, type Scope } from '#guildhall/protocol/scopes.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { consentRequest } from '../control/requests.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';

const options = { skip: noChromium };
const PHONE = { width: 360, height: 640 };
const TEN_SCOPES = (Object.keys(SCOPES) as Scope[]).slice(0, 10);

type Request = Parameters<typeof consentRequest>[0];

/** Runs a test on a phone's window, in the dialog of one request. */
function onPhone(
  request: Request,
  run: (dialog: Locator, page: Page, harness: ControlHarness) => Promise<void>,
) {
  return withControl(async (harness) => {
    const browser = await sharedChromium();
    const gone = new AbortController();
    try {
      const page = await browser.newPage({ viewport: PHONE });
      await page.goto(await harness.address());
      await page.getByText('Live', { exact: true }).waitFor();
      harness.consent.ask(consentRequest(request), gone.signal).catch(() => {});
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await run(dialog, page, harness);
    } finally {
      gone.abort();
      await closeContexts(browser);
    }
  });
}

/** The letters of an element from left to right, as they are drawn. */
function drawnOrder(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const text = node.firstChild;
    const data: string = text?.nodeValue ?? '';
    const letters: { letter: string; left: number }[] = [];
    for (let index = 0; index < data.length; index += 1) {
      const range = node.ownerDocument.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      letters.push({ letter: data[index] ?? '', left: range.getBoundingClientRect().left });
    }
    letters.sort((a, b) => a.left - b.left);
    return letters.map(({ letter }) => letter).join('');
  });
}

const LOW = { width: 360, height: 500 };

test(
  'Deny weighs as much as the other answers, also in a window of 360 × 500 pixels',
  options,
  onPhone({ name: 'Z̸̢̛͎a̶͝l̵̄g̸̎o̷'.repeat(40), scopes: TEN_SCOPES }, async (dialog, page) => {
    await page.setViewportSize(LOW);
    await dialog.locator('#consent-deny:enabled').waitFor();
    const looks = await dialog.locator('.actions button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height, bottom } = button.getBoundingClientRect();
        const style = button.ownerDocument.defaultView?.getComputedStyle(button);
        return {
          look: [
            Math.round(width),
            Math.round(height),
            style?.backgroundColor,
            style?.borderColor,
            style?.color,
          ],
          bottom,
        };
      }),
    );
    assert.equal(looks.length, 3);
    for (const { look, bottom } of looks) {
      assert.deepEqual(look, looks[0]?.look);
      assert.ok(bottom <= LOW.height, 'a button is outside the window');
    }
    const list = await page.locator('#consent-body').boundingBox();
    assert.ok(list !== null && list.height >= 100, `only ${list?.height} pixels show what is asked for`);
  }),
);

test(
  'the process that asks is shown with its path, as text',
  options,
  withControl(async (harness) => {
    const browser = await sharedChromium();
    const gone = new AbortController();
    try {
      void harness.consent.ask(consentRequest(), gone.signal);
      const process = { name: 'ga\u202eme', path: '/opt/<b>game</b>', pid: 812 };
      const waiting = harness.consent.waiting().map((one) => ({ ...one, process }));
      const page = await browser.newPage({ viewport: PHONE });
      await page.routeWebSocket('**/streams/GET/live', (socket) =>
        socket.send(JSON.stringify({ item: { part: 'consents', value: waiting } })),
      );
      await page.goto(await harness.address());
      await page.getByText('Process 812: ga[U+202E]me, /opt/<b>game</b>').waitFor();
    } finally {
      gone.abort();
      await closeContexts(browser);
    }
  }),
);

test(
  'a request cannot be answered in a window that has not had the focus for a moment',
  options,
  onPhone({}, async (dialog, page) => {
    await dialog.locator('#consent-allow:enabled').waitFor();
    for (const event of ['blur', 'focus']) {
      const enabled = await page.evaluate(`
        dispatchEvent(new Event('${event}'));
        document.querySelectorAll('#consent :is(button, input):enabled').length;
      `);
      assert.equal(enabled, 0, event);
    }
    await dialog.locator('#consent-allow:enabled').waitFor();
  }),
);

test(
  'an answer that has no effect by now says so in the dialog, until it is closed',
  options,
  onPhone({ give: () => Promise.reject(new Error('the application was renamed')) }, async (dialog) => {
    await dialog.locator('#consent-allow:enabled').click();
    await dialog
      .getByText('the application did not get what you allowed: the application was renamed')
      .waitFor();
    assert.deepEqual(await dialog.getByRole('button').allTextContents(), ['Close']);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }),
);

test(
  'the dialog can be closed while the service is silent, and shows again what it answered',
  options,
  async () => {
    let answer = (_error: Error) => {};
    const give = () => new Promise<never>((_resolve, reject) => (answer = reject));
    await onPhone({ give }, async (dialog, page, { consent }) => {
      await dialog.locator('#consent-allow:enabled').click();
      await dialog.getByText('waiting for the service').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Your answer waits for the service').waitFor();
      const gone = new AbortController();
      consent.ask(consentRequest({ id: '101' }), gone.signal).catch(() => {});
      await page.getByText('Your answer waits for the service; 1 request waits').waitFor();
      gone.abort();
      await page.getByText(/^Your answer waits for the service$/).waitFor();
      await page.getByRole('button', { name: 'Review' }).click();
      await dialog.getByText('waiting for the service').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      answer(new Error('no route to the service'));
      await dialog
        .getByText('the application did not get what you allowed: no route to the service')
        .waitFor();
      await dialog.locator('#consent-later:enabled').click();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await page.locator('#waiting-status').isHidden(), true);
    })();
  },
);

test(
  'an answer whose reply was lost says that its effect is not known, and once closed it keeps no other request back',
  options,
  onPhone({}, async (dialog, page, { consent }) => {
    await page.route('**/api/consents/*/approve', async (route) => {
      await consent.decide(consent.waiting()[0]?.id ?? '', 'allow');
      await route.abort();
    });
    await dialog.locator('#consent-allow:enabled').click();
    await dialog.getByText('Whether your answer took effect is not known').waitFor();
    await page.evaluate("dispatchEvent(new Event('blur'))");
    // Chromium closes a dialog at the second one whatever the page does at the first.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const gone = new AbortController();
    consent.ask(consentRequest({ id: '101', name: 'Second' }), gone.signal).catch(() => {});
    await dialog.getByText('Second').waitFor();
    gone.abort();
  }),
);

const SIDEWAYS = { width: PHONE.height, height: PHONE.width };

test(
  'on a phone held sideways the buttons and what is asked for are both in view',
  options,
  onPhone({ scopes: TEN_SCOPES }, async (dialog, page) => {
    await page.setViewportSize(SIDEWAYS);
    await page.locator('#consent-more').waitFor();
    const buttons = await dialog.getByRole('button', { name: 'Allow', exact: true }).boundingBox();
    assert.ok(
      buttons !== null && buttons.y + buttons.height <= SIDEWAYS.height,
      'a button is outside the window',
    );
    const list = await page.locator('#consent-body').boundingBox();
    assert.ok(list !== null && list.height >= 100, `only ${list?.height} pixels show what is asked for`);
  }),
);

test(
  'on a phone the buttons stay visible with ten scopes, and a hint says that there is more',
  options,
  onPhone({ scopes: TEN_SCOPES }, async (dialog, page) => {
    for (const name of ['Deny', 'Allow once', 'Allow']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
      assert.ok(
        box !== null && box.x >= 0 && box.x + box.width <= PHONE.width,
        `${name} is beside the window`,
      );
      assert.ok(box.y >= 0 && box.y + box.height <= PHONE.height, `${name} is outside the window`);
      assert.ok(box.height >= 40, `${name} is too small for a finger`);
    }
    const list = await page.locator('#consent-body').boundingBox();
    assert.ok(list !== null && list.height >= 200, `only ${list?.height} pixels show what is asked for`);
    await page.locator('#consent-more').waitFor();
    await page.locator('#consent-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await page.locator('#consent-more').waitFor({ state: 'hidden' });
    const last = await dialog.getByRole('listitem').last().boundingBox();
    const decision = await page.locator('.consent-decision').boundingBox();
    assert.ok(
      last !== null && decision !== null && last.y + last.height <= decision.y,
      'the last scope is covered',
    );
    assert.equal(await dialog.evaluate((element) => element.scrollWidth > element.clientWidth), false);
  }),
);

test(
  'the keyboard scrolls a long list before it reaches the buttons',
  options,
  onPhone({ scopes: TEN_SCOPES }, async (dialog, page) => {
    await dialog.locator('#consent-deny:enabled').waitFor();
    const order: (string | null)[] = [];
    for (let tab = 0; tab < 5; tab += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.locator(':focus').getAttribute('id'));
    }
    assert.deepEqual(order, [
      'consent-body',
      'consent-capture-allow',
      'consent-deny',
      'consent-once',
      'consent-allow',
    ]);
    await page.locator('#consent-body').focus();
    await page.keyboard.press('End');
    await page.locator('#consent-more').waitFor({ state: 'hidden' });
  }),
);

test(
  'sensitive scopes come first, and are marked in text',
  options,
  onPhone({ scopes: ['identify', 'messages.read', 'guilds', 'rpc'] }, async (dialog) => {
    const rows = await dialog.getByRole('listitem').allTextContents();
    assert.deepEqual(
      rows.map((row) => row.startsWith('Sensitive')),
      [true, true, false, false],
    );
    assert.match(rows[0] ?? '', /read the messages of your channels/);
    assert.match(rows[1] ?? '', /control this client/);
  }),
);

test(
  'a name with bidirectional controls reads in the order of its characters',
  options,
  onPhone({ name: '\u202eevil', origin: 'https://\u202eelpmaxe.emag' }, async (dialog) => {
    assert.equal(await drawnOrder(dialog.locator('h2 bdi')), '[U+202E]evil');
    assert.equal(await drawnOrder(dialog.locator('#consent-origin')), 'https://[U+202E]elpmaxe.emag');
  }),
);

test(
  'a right-to-left name does not reorder the words around it',
  options,
  onPhone({ name: 'משחק 3' }, async (dialog) => {
    const sentence = await dialog.locator('h2').evaluate((heading) => heading.lastChild?.textContent);
    assert.equal(sentence, 'asks for access');
    assert.equal(await drawnOrder(dialog.locator('h2 bdi')), [...'משחק 3'].reverse().join(''));
  }),
);
