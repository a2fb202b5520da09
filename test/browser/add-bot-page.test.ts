import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { type Game, type Person, TestService } from '../api/support/test-service.js';
import { join, makeWorld, type World } from '../api/support/world.js';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';

/** How a person in a real browser adds a bot to a guild. */

const options = { skip: noChromium };

interface Fixture {
  readonly service: TestService;
  readonly world: World;
  /** may manage the world's guild */
  readonly manager: Person;
  readonly helper: Game;
  readonly page: Page;
  /** of the page that asks for the bot */
  address(query?: Record<string, string>): string;
}

function withPage(run: (fixture: Fixture) => Promise<void>) {
  return async () => {
    const service = await TestService.start();
    let browser: Browser | undefined;
    try {
      browser = await sharedChromium();
      await run(await prepare(service, browser));
    } finally {
      await closeContexts(browser);
      await service.stop();
    }
  };
}

async function prepare(service: TestService, browser: Browser): Promise<Fixture> {
  const world = await makeWorld(service);
  const manager = await service.person('Mia');
  await join(service, world.game, manager, world.guild);
  const role = await service.ok('POST', `/guilds/${world.guild}/roles`, {
    as: world.bot,
    json: { name: 'managers', permissions: PERMISSIONS.MANAGE_GUILD | PERMISSIONS.KICK_MEMBERS },
  });
  const path = `/guilds/${world.guild}/members/${manager.id}/roles/${role.id}`;
  await service.ok('PUT', path, { as: world.bot });
  const helper = await service.game({ name: 'Helper' });
  const page = await browser.newPage();
  const address = (query: Record<string, string> = {}) => {
    const wanted = { client_id: helper.id, scope: 'bot', permissions: String(PERMISSIONS.KICK_MEMBERS) };
    return `${service.url}/oauth2/authorize?${new URLSearchParams({ ...wanted, ...query })}`;
  };
  return { service, world, manager, helper, page, address };
}

async function signIn(page: Page, { token }: Person): Promise<void> {
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Approve' }).click();
}

function botStatus({ service, world, helper }: Fixture): Promise<number> {
  const path = `/guilds/${world.guild}/members/${helper.bot.id}`;
  return service.request('GET', path, { as: world.bot }).then(({ status }) => status);
}

test(
  'a person signs in and chooses one of the guilds they manage, and the bot is added',
  options,
  withPage(async (fixture) => {
    const { page, manager, address } = fixture;
    await page.goto(address());
    await signIn(page, manager);
    await page.getByRole('heading', { name: 'Add the bot of Helper' }).waitFor();
    assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['Sensitive: kick members']);
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['World']);
    assert.equal((await page.content()).includes(manager.token), false);
    assert.equal(await botStatus(fixture), 404);
    await page.getByRole('button', { name: 'Add bot' }).click();
    await page.getByRole('heading', { name: 'The bot was added' }).waitFor();
    assert.equal(await botStatus(fixture), 200);
  }),
);

test(
  'a person who manages no guild is offered none',
  options,
  withPage(async (fixture) => {
    const { page, world, address } = fixture;
    await page.goto(address({ guild_id: world.guild, disable_guild_select: 'true' }));
    await signIn(page, world.member);
    await page.getByRole('alert').getByText('MANAGE_GUILD').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add bot' }).count(), 0);
    assert.equal(await botStatus(fixture), 404);
  }),
);

test(
  'a guild other than the fixed one, a used ticket and a denial add nothing',
  options,
  withPage(async (fixture) => {
    const { page, manager, address } = fixture;
    const fixed = { guild_id: fixture.world.guild, disable_guild_select: 'true' };
    await page.goto(address(fixed));
    await signIn(page, manager);
    const used = await page.locator('[name=ticket]').inputValue();
    await page.locator('option').evaluate((option) => option.setAttribute('value', '81384788765712384'));
    await page.getByRole('button', { name: 'Add bot' }).click();
    await page.getByText('no guild was chosen').waitFor();
    await page.goto(address(fixed));
    await signIn(page, manager);
    await page.locator('[name=ticket]').evaluate((input, value) => input.setAttribute('value', value), used);
    await page.getByRole('button', { name: 'Add bot' }).click();
    await page.getByText('You took too long to choose').waitFor();
    await signIn(page, manager);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('the user did not agree').waitFor();
    assert.equal(await botStatus(fixture), 404);
  }),
);
