import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../helpers/chromium.js';
import { APPLICATION } from '../helpers/mock-rpc.js';
import type { Proxied } from '../rpc/proxied-game.js';

export interface PageOptions {
  /** the page counts as one of the public network, and its permission for the loopback network is this */
  readonly publicWith?: 'not granted' | 'granted';
}

/** Runs a test with an empty page of an origin of its own, in a real browser. */
export async function withPage(
  run: (page: Page, origin: string) => Promise<void>,
  { publicWith }: PageOptions = {},
): Promise<void> {
  const pages = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>page</title>');
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  let browser: Browser | undefined;
  try {
    const { port } = pages.address() as AddressInfo;
    const origin = `http://localhost:${port}`;
    const isPublic = publicWith !== undefined;
    browser = await launchChromium(isPublic ? [`--ip-address-space-overrides=127.0.0.1:${port}=public`] : []);
    const context = await browser.newContext();
    if (publicWith === 'granted') await context.grantPermissions(['local-network-access'], { origin });
    const page = await context.newPage();
    await page.goto(origin);
    await run(page, origin);
  } finally {
    await browser?.close();
    pages.closeAllConnections();
    pages.close();
  }
}

/** Makes an origin the game's own. */
export function registerOrigin({ mock }: Proxied, origin: string): void {
  const application = { ...APPLICATION, rpc_origins: [origin] };
  mock.client.applications.set(APPLICATION.id, application);
  for (const [token, authorization] of mock.client.authorizations) {
    mock.client.authorizations.set(token, { ...authorization, application });
  }
  mock.client.granted.splice(0, 1, {
    id: '1',
    application,
    scopes: ['rpc.api'],
    created_at: '2018-01-01T00:00:00.000000+00:00',
  });
}
