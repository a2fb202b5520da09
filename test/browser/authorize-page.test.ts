import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Game, type Person, TestService } from '../api/support/test-service.js';
import { codeAt, enroll } from '../api/support/two-factor.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';

/** How a person in a real browser lets an application in, with a game that takes the answer. */

const options = { skip: noChromium };
const html = { 'content-type': 'text/html' };

/** The game's web server, on a port of its own. */
class GameSite {
  /** what came to the callback */
  readonly requests: string[] = [];
  readonly referers: (string | undefined)[] = [];
  /** what the page /page is */
  markup = '';
  /** where the callback sends the browser on to; null: nowhere */
  onward: string | null = null;
  readonly #server: Server = createServer((request, response) => {
    const { url = '', headers } = request;
    if (url === '/page') return response.writeHead(200, html).end(this.markup);
    if (!url.startsWith('/callback')) return response.writeHead(200, html).end('<h1>Somewhere</h1>');
    this.requests.push(url);
    this.referers.push(headers.referer);
    if (this.onward !== null) return response.writeHead(302, { location: this.onward }).end();
    return response.writeHead(200, html).end('<h1>Back in the game</h1>');
  });

  async start(host = '127.0.0.1'): Promise<void> {
    this.#server.listen(0, host);
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

interface Scene {
  readonly service: TestService;
  readonly person: Person;
  readonly game: Game;
  readonly site: GameSite;
  /** of the game: a site other than the service's */
  readonly origin: string;
  readonly callback: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** what the browser complained about in the page */
  readonly complaints: string[];
  address(query?: Record<string, string>): string;
}

function inScene(run: (scene: Scene) => Promise<void>, host = '127.0.0.1', name = 'localhost') {
  return async () => {
    const site = new GameSite();
    let service: TestService | undefined;
    let browser: Browser | undefined;
    try {
      await site.start(host);
      service = await TestService.start();
      browser = await sharedChromium();
      await run(await scene(service, site, browser, `http://${name}:${site.port}`));
    } finally {
      await closeContexts(browser);
      await service?.stop();
      site.stop();
    }
  };
}

async function scene(service: TestService, site: GameSite, browser: Browser, origin: string): Promise<Scene> {
  const person = await service.person();
  const game = await service.game();
  const callback = `${origin}/callback`;
  await service.api.administration.updateApplication(game.id, { redirect_uris: [callback] });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const wanted = {
    client_id: game.id,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'identify',
    state: 's',
  };
  const address = (query: Record<string, string> = {}) =>
    `${service.url}/oauth2/authorize?${new URLSearchParams({ ...wanted, ...query })}`;
  return { service, person, game, site, origin, callback, context, page, complaints, address };
}

async function signIn({ page }: Scene, token: string): Promise<void> {
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Approve' }).click();
}

const grants = ({ service, person }: Scene) => service.ok('GET', '/oauth2/tokens', { as: person.token });

test(
  'a person approves, and the game gets a code that works',
  options,
  inScene(async (all) => {
    const { page, site, game, callback, service } = all;
    await page.goto(all.address({ scope: 'identify guilds' }));
    await page.getByRole('heading', { name: 'Authorize Game?' }).waitFor();
    assert.deepEqual(await page.getByRole('listitem').allTextContents(), [
      'see your user name and avatar',
      'see which guilds you are in',
    ]);
    assert.equal(await page.getByLabel('Your token').getAttribute('type'), 'password');
    await signIn(all, all.person.token);
    await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
    const answer = new URL(page.url());
    assert.deepEqual([answer.searchParams.get('state'), answer.hash], ['s', '']);
    assert.deepEqual([site.requests.length, site.referers], [1, [undefined]]);
    const code = answer.searchParams.get('code') ?? '';
    const form = { client_id: game.id, client_secret: game.client_secret, grant_type: 'authorization_code' };
    const { scope } = await service.ok('POST', '/oauth2/token', {
      form: { ...form, code, redirect_uri: callback },
    });
    assert.equal(scope, 'identify guilds');
    assert.deepEqual(all.complaints, []);
  }),
);

test(
  'a person with two-factor needs a code as well',
  options,
  inScene(async (all) => {
    const { page, service, person } = all;
    const { secret } = await enroll(service, person);
    await page.goto(all.address());
    await signIn(all, person.token);
    await page.getByRole('alert').getByText('two-factor code is wrong, missing').waitFor();
    await page.getByLabel('Two-factor code').fill(codeAt(service, secret));
    await signIn(all, person.token);
    await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
    assert.deepEqual(
      all.complaints.filter((text) => !text.includes('403')),
      [],
    );
  }),
);

test(
  'a person approves by keyboard, and the game’s page gets a token that its server never receives',
  options,
  inScene(async (all) => {
    const { page, site, service } = all;
    await page.goto(all.address({ response_type: 'token' }));
    await page.keyboard.press('Tab');
    await page.keyboard.type(all.person.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
    const fragment = new URLSearchParams(new URL(page.url()).hash.slice(1));
    assert.deepEqual([site.requests, fragment.get('state')], [['/callback'], 's']);
    const as = `Bearer ${fragment.get('access_token')}`;
    assert.equal((await service.ok('GET', '/oauth2/@me', { as })).user.id, all.person.id);
    assert.deepEqual(all.complaints, []);
  }),
);

test(
  'a person denies without a token, and the game gets the error',
  options,
  inScene(async (all) => {
    const { page } = all;
    for (const [response_type, part] of [
      ['code', 'search'],
      ['token', 'hash'],
    ] as const) {
      await page.goto(all.address({ response_type }));
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
      const answer = new URLSearchParams(new URL(page.url())[part].slice(1));
      assert.deepEqual([answer.get('error'), answer.get('state')], ['access_denied', 's']);
    }
    assert.deepEqual(await grants(all), []);
    assert.deepEqual(all.complaints, []);
  }),
);

test(
  'a wrong token is reported next to the field, and the correct one still works',
  options,
  inScene(async (all) => {
    const { page, site } = all;
    await page.goto(all.address());
    await page.getByRole('button', { name: 'Approve' }).click();
    assert.equal(await page.getByRole('alert').count(), 0, 'the browser itself asks for a token first');
    await signIn(all, 'nonsense');
    await page.getByRole('alert').waitFor();
    const field = page.getByLabel('Your token');
    assert.match((await page.getByRole('alert').textContent()) ?? '', /not the token of a user/);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await field.inputValue(), '');
    assert.deepEqual(site.requests, []);
    await signIn(all, all.person.token);
    await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
  }),
);

test(
  'two pages that are open at a time both work, also when a link of the game opened them',
  options,
  inScene(async (all) => {
    const { context, page, site } = all;
    site.markup = `<a href="${all.address().replaceAll('&', '&amp;')}">Sign in</a>`;
    const other = await context.newPage();
    await other.goto(all.address());
    await page.goto(`${all.origin}/page`);
    await page.getByRole('link').click();
    await signIn(all, all.person.token);
    await page.getByRole('heading', { name: 'Back in the game' }).waitFor();
    await signIn({ ...all, page: other }, all.person.token);
    // The link came from another site, without the cookie: the page that was open before asks once more.
    await other.getByText('This form has expired').waitFor();
    await signIn({ ...all, page: other }, all.person.token);
    await other.getByRole('heading', { name: 'Back in the game' }).waitFor();
  }),
);

test(
  'the game may send the browser on to where it likes',
  options,
  inScene(async (all) => {
    const { page, site } = all;
    site.onward = `http://127.0.0.1:${site.port}/home`;
    await page.goto(all.address());
    await signIn(all, all.person.token);
    await page.getByRole('heading', { name: 'Somewhere' }).waitFor();
    assert.deepEqual([page.url(), site.requests.length], [site.onward, 1]);
  }),
);

test(
  'a game may listen on IPv6',
  options,
  inScene(
    async (all) => {
      await all.page.goto(all.address());
      await signIn(all, all.person.token);
      await all.page.getByRole('heading', { name: 'Back in the game' }).waitFor();
    },
    '::1',
    '[::1]',
  ),
);

test(
  'a game that waits with a popup hears from it when it is back',
  options,
  inScene(async (all) => {
    const { page, context } = all;
    await page.goto(`${all.origin}/page`);
    const opened = context.waitForEvent('page');
    await page.evaluate(`void (window.popup = window.open(${JSON.stringify(all.address())}))`);
    const popup = await opened;
    await signIn({ ...all, page: popup }, all.person.token);
    await popup.getByRole('heading', { name: 'Back in the game' }).waitFor();
    assert.equal(await popup.evaluate<boolean>('window.opener !== null'), true);
  }),
);

test(
  'a page of another site, or of another port, cannot send the form for the person',
  options,
  inScene(async (all) => {
    const { page, site, person, context, service } = all;
    const action = all.address().replaceAll('&', '&amp;');
    await page.goto(all.address());
    const proof = (await page.locator('[name=proof]').getAttribute('value')) ?? '';
    assert.equal((await context.cookies(service.url)).length, 1);
    site.markup = `<form method="post" action="${action}">
      <input name="proof" value="${proof}"><input name="token" value="${person.token}">
      <button name="decision" value="approve">Win a prize</button></form>`;
    for (const origin of [all.origin, `http://127.0.0.1:${site.port}`]) {
      await page.goto(`${origin}/page`);
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'Authorization failed' }).waitFor();
      assert.deepEqual([await grants(all), site.requests], [[], []]);
    }
  }),
);

test(
  'no page frames it',
  options,
  inScene(async (all) => {
    const { page, site } = all;
    site.markup = `<iframe src="${all.address().replaceAll('&', '&amp;')}"></iframe>`;
    for (const origin of [all.origin, `http://127.0.0.1:${site.port}`]) {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.goto(`${origin}/page`);
      await refused;
      for (const frame of page.frames()) assert.equal(await frame.getByLabel('Your token').count(), 0);
    }
  }),
);

test(
  'a request of an unknown application shows an error without a redirect',
  options,
  inScene(async (all) => {
    const { page, site } = all;
    for (const query of [{ client_id: '1' }, { redirect_uri: `${all.origin}/callback/other` }]) {
      await page.goto(all.address(query));
      await page.getByRole('heading', { name: 'Authorization failed' }).waitFor();
    }
    assert.deepEqual(site.requests, []);
  }),
);
