import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { TestService } from '../api/support/test-service.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { consentRequest, rpcSession } from '../control/requests.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { colorPng } from '../helpers/color-png.js';
import { eventually } from '../helpers/eventually.js';

const options = { skip: noChromium };
const HASH = '0123456789abcdef0123456789abcdef';
const MISSING = 'f'.repeat(32);
const RED = [220, 20, 60, 255] as const;
const CLEAR = [0, 0, 0, 0] as const;
/** What is behind a transparent icon. */
const CHIP = { light: [238, 241, 245], dark: [38, 47, 58] };
const WIDTH = 360;
const PHONE = { viewport: { width: WIDTH, height: 640 }, deviceScaleFactor: 2 };

/** The color of one pixel of an icon that the console drew. */
const colorOf = (canvas: Locator): Promise<number[]> =>
  canvas.evaluate((drawn) => {
    const { data } = drawn.getContext('2d').getImageData(drawn.width / 2, drawn.height / 2, 1, 1);
    return [...data];
  });

const application = (icon: string | null) => ({ id: '7', name: 'Overlay', icon });

/** Runs a test in a console page. @returns also what the browser complained about: policies, scripts, addresses */
function inConsole(
  run: (page: Page, harness: ControlHarness, complaints: readonly string[]) => Promise<void>,
  context: BrowserContextOptions = {},
) {
  return withControl(
    async (harness) => {
      const browser = await sharedChromium();
      try {
        const page = await browser.newPage(context);
        const complaints: string[] = [];
        page.on('console', (message) => {
          // Hints about forms are not complaints.
          if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(String(error)));
        await page.goto(await harness.address());
        await page.getByText('Live', { exact: true }).waitFor();
        await run(page, harness, complaints);
      } finally {
        await closeContexts(browser);
      }
    },
    (harness) => harness.client.icons.set(HASH, colorPng(300, 200, RED)),
  );
}

/** A request of an application with this icon waits in the console. */
function ask(harness: ControlHarness, icon: string | null): void {
  const request = consentRequest();
  const signal = new AbortController().signal;
  void harness.consent.ask({ ...request, application: { ...request.application, icon } }, signal);
}

describe('The console', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `shows the icons of applications on a phone in ${colorScheme} mode`,
      options,
      inConsole(
        async (page, harness, complaints) => {
          harness.sessions.push(rpcSession('a', { application: application(HASH) }));
          await page.getByRole('link', { name: 'Connections', exact: true }).click();
          const inList = page.locator('#connection-list canvas');
          await inList.waitFor();
          assert.deepEqual(await colorOf(inList), [...RED]);
          const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          assert.equal(wide, false, 'the page became wider than its window');
          ask(harness, HASH);
          const inDialog = page.locator('#consent-avatar canvas');
          await inDialog.waitFor();
          assert.deepEqual(await colorOf(inDialog), [...RED]);
          const box = await inDialog.boundingBox();
          assert.ok(box);
          // The dialog may still be moving to its place.
          assert.ok(Math.abs(box.width - box.height) < 0.5, 'an icon that is not a square is shown as one');
          assert.ok(Math.abs(box.x + box.width / 2 - WIDTH / 2) <= 1, 'it is in the middle');
          assert.equal(await page.locator('#consent-avatar').getAttribute('aria-hidden'), 'true');
          assert.deepEqual(complaints, []);
        },
        { ...PHONE, colorScheme },
      ),
    );
  }

  test(
    'shows a letter for an application whose icon is missing, broken or not there yet',
    options,
    inConsole(async (page, harness) => {
      const broken = 'b'.repeat(32);
      harness.client.icons.set(broken, colorPng(8, 8, RED).subarray(0, 40));
      await page.getByRole('link', { name: 'Connections', exact: true }).click();
      for (const [index, icon] of [null, MISSING, broken].entries()) {
        const answered = page
          .waitForResponse((response) => response.url().includes('/icons/'))
          .catch(() => null);
        harness.sessions.push(
          rpcSession(`s${index}`, { application: { ...application(icon), name: `App ${index}` } }),
        );
        await page.locator(`#connection-s${index}`).waitFor();
        if (icon !== null) assert.equal((await answered)?.status(), icon === broken ? 200 : 404);
      }
      const avatars = page.locator('#connection-list .avatar');
      await eventually(async () => (await avatars.count()) === 3);
      assert.deepEqual(await avatars.allTextContents(), ['A', 'A', 'A']);
      assert.equal(await page.locator('#connection-list canvas').count(), 0);
    }),
  );

  test(
    'shows the icon of the current application, not of the previous one',
    options,
    inConsole(async (page, harness) => {
      ask(harness, HASH);
      await page.locator('#consent-avatar canvas').waitFor();
      void harness.consent.ask(consentRequest({ id: '101', name: 'Next' }), new AbortController().signal);
      await page.locator('#consent-deny:enabled').click();
      await page.locator('#consent').getByText('Next', { exact: true }).waitFor();
      assert.equal(await page.locator('#consent-avatar').textContent(), 'N');
      assert.equal(await page.locator('#consent-avatar canvas').count(), 0);
    }),
  );

  test(
    'refuses images of any other address',
    options,
    inConsole(async (page, _harness, complaints) => {
      await page.evaluate(
        "document.body.append(Object.assign(new Image(), { src: 'http://localhost:1/icon.svg' }))",
      );
      await eventually(() => complaints.some((text) => /Content Security Policy/.test(text)));
    }),
  );
});

describe('The authorization page', () => {
  /** Opens the page of an application with this icon. */
  const onPage = (
    icon: Buffer | null,
    run: (page: Page, complaints: readonly string[]) => Promise<void>,
    { block = false, colorScheme = 'light' }: { block?: boolean; colorScheme?: 'light' | 'dark' } = {},
  ) => {
    return async () => {
      const service = await TestService.start();
      const browser = await sharedChromium();
      try {
        const game = await service.game({ name: 'Overlay' });
        await service.api.administration.updateApplication(game.id, {
          icon: icon?.toString('base64') ?? null,
        });
        const page = await browser.newPage({ ...PHONE, colorScheme });
        const complaints: string[] = [];
        page.on('console', (message) => {
          // Hints about forms are not complaints.
          if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
        });
        if (block) await page.route('**/cdn/**', (route) => route.fulfill({ status: 404, body: '' }));
        const query = { client_id: game.id, response_type: 'code', scope: 'identify' };
        const redirect = 'http://localhost:3000/callback';
        const all = new URLSearchParams({ ...query, redirect_uri: redirect });
        await page.goto(`${service.url}/oauth2/authorize?${all}`);
        await page.getByRole('heading', { name: 'Authorize Overlay?' }).waitFor();
        await run(page, complaints);
      } finally {
        await closeContexts(browser);
        await service.stop();
      }
    };
  };

  /** The color of the avatar at its left edge, and how many pixels in its middle are white, as a letter is. */
  const drawn = async (page: Page) => {
    const bytes = (await page.locator('.avatar').screenshot()).toString('base64');
    const decoder = await page.context().browser()?.newPage();
    assert.ok(decoder);
    return decoder.evaluate<{ edge: number[]; white: number }>(
      `fetch('data:image/png;base64,${bytes}').then((file) => file.blob()).then(createImageBitmap).then((image) => {
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(image, 0, 0);
        const edge = context.getImageData(4, height / 2, 1, 1).data;
        const { data } = context.getImageData(width / 4, height / 4, width / 2, height / 2);
        const white = data.filter((_, index) => index % 4 === 0 && data[index] > 240 && data[index + 2] > 240);
        return { edge: [...edge.slice(0, 3)], white: white.length };
      })`,
    );
  };

  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `shows the icon of the application in ${colorScheme} mode`,
      options,
      onPage(
        colorPng(64, 64, CLEAR),
        async (page, complaints) => {
          const image = page.locator('.avatar img');
          await eventually(async () => (await image.evaluate((shown) => shown.naturalWidth)) === 64);
          assert.equal(await image.getAttribute('alt'), '');
          assert.deepEqual(await image.boundingBox().then((box) => [box?.width, box?.height]), [56, 56]);
          assert.deepEqual(
            await drawn(page),
            { edge: CHIP[colorScheme], white: 0 },
            'no letter shows through',
          );
          assert.deepEqual(
            complaints.filter((text) => /Content Security Policy/.test(text)),
            [],
          );
        },
        { colorScheme },
      ),
    );
  }

  test(
    'shows a letter where the icon does not load',
    options,
    onPage(
      colorPng(64, 64, RED),
      async (page) => {
        await eventually(() => page.locator('.avatar img').evaluate((shown) => shown.complete));
        const { edge, white } = await drawn(page);
        assert.deepEqual(edge, [47, 95, 149]);
        assert.ok(white > 50, `${white} pixels of a letter are there`);
      },
      { block: true },
    ),
  );

  test(
    'shows a letter for an application without an icon',
    options,
    onPage(null, async (page) => {
      assert.equal(await page.locator('.avatar').textContent(), 'O');
      assert.equal(await page.locator('.avatar img').count(), 0);
    }),
  );
});
