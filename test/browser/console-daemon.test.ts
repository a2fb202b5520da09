import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeContexts, noChromium, sharedChromium } from '../helpers/chromium.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';
import { patience } from '../helpers/patience.js';

interface Demo {
  readonly guild: { readonly id: string; readonly text_channels: readonly { readonly id: string }[] };
}

/** A REST request as the signed-in person. */
async function request(daemon: TestDaemon, token: string, path: string, body?: object): Promise<Response> {
  return fetch(`${daemon.runtime.api.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

test(
  'the console of a whole daemon registers an application, and shows and writes what REST does',
  { skip: noChromium },
  withDaemon(async (daemon) => {
    const demo = await daemon.cli<Demo>('demo');
    const { token } = await daemon.cli<{ token: string }>('whoami');
    const { url } = await daemon.cli<{ url: string }>('console');
    const channels = (await (await request(daemon, token, `/guilds/${demo.guild.id}/channels`)).json()) as {
      id: string;
      type: number;
      name: string;
    }[];
    const channel = channels.find(({ type }) => type === 0);
    assert.ok(channel);
    const browser = await sharedChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience(3));
      await page.goto(url);
      await page.getByRole('link', { name: 'Applications', exact: true }).click();
      await page.getByRole('button', { name: 'Register an application' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Dice');
      await page.getByLabel('RPC origins').fill('https://dice.example');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('button', { name: 'Approve Dice' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('button', { name: 'Unapprove Dice' }).waitFor();
      const listed = await daemon.cli<{ name: string; approved: boolean; rpc_origins: string[] }[]>(
        'apps',
        'list',
      );
      const dice = listed.find(({ name }) => name === 'Dice');
      assert.deepEqual([dice?.approved, dice?.rpc_origins], [true, ['https://dice.example']]);

      await page.evaluate(`location.hash = '#guilds/${demo.guild.id}/${channel.id}'`);
      await page.getByRole('heading', { name: `# ${channel.name}` }).waitFor();
      const path = `/channels/${channel.id}/messages`;
      assert.equal((await request(daemon, token, path, { content: 'by REST' })).status, 200);
      await page.getByText('by REST').waitFor();
      await page.getByLabel('Message', { exact: true }).fill('by the console');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('#messages').getByText('by the console').waitFor();
      const messages = (await (await request(daemon, token, path)).json()) as { content: string }[];
      assert.equal(messages[0]?.content, 'by the console');
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'the authorization page of a daemon leads to the console to add a bot, and takes no token',
  { skip: noChromium },
  withDaemon(async (daemon) => {
    const { token } = await daemon.cli<{ token: string }>('whoami');
    const guild = await daemon.cli<{ id: string }>('guilds', 'create', 'Chess Club');
    const { id, bot } = await daemon.cli<{ id: string; bot: { id: string } }>(
      ...['apps', 'create', '--name', 'Referee', '--bot'],
    );
    const status = async () => (await request(daemon, token, `/guilds/${guild.id}/members/${bot.id}`)).status;
    const query = new URLSearchParams({ client_id: id, scope: 'bot', permissions: '3072' });
    const browser = await sharedChromium();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(patience(3));
      await page.goto(`${daemon.runtime.api.url}/oauth2/authorize?${query}`);
      const onward = page.getByRole('link', { name: 'Continue in the console' });
      await onward.waitFor();
      assert.equal(await page.getByLabel('Your token').count(), 0);
      await page.locator('form').evaluate((form: { innerHTML: string; submit(): void }, secret) => {
        form.innerHTML += `<input name="token" value="${secret}"><input name="decision" value="approve">`;
        form.submit();
      }, token);
      await onward.waitFor();
      assert.equal(await status(), 404, 'a token added the bot');

      await onward.click();
      await page.getByText('guildhall console').waitFor();
      const { url } = await daemon.cli<{ url: string }>('console');
      await (await context.newPage()).goto(url);
      const dialog = page.locator('#form-dialog');
      await dialog.getByText('In the guild it may: view channel, send messages.').waitFor();
      assert.equal(await status(), 404);
      await dialog.getByLabel('Guild').selectOption('Chess Club');
      await dialog.getByRole('button', { name: 'Add bot' }).click();
      await page.getByRole('heading', { name: '# general' }).waitFor();
      assert.equal(await status(), 200);
    } finally {
      await closeContexts(browser);
    }
  }),
);

test(
  'a person makes a guild in the console, invites a friend, and gives them a role',
  { skip: noChromium },
  withDaemon(async (daemon) => {
    const friend = await daemon.cli<{ id: string; token: string }>('users', 'create', '--username', 'Grace');
    const { url } = await daemon.cli<{ url: string }>('console');
    const browser = await sharedChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience(3));
      await page.goto(url);
      await page.locator('#first-steps').getByText('Create or join a guild').waitFor();
      await page.getByRole('link', { name: 'Guilds', exact: true }).first().click();
      const dialog = page.locator('#form-dialog');
      await page.getByRole('button', { name: 'Create a guild' }).click();
      await dialog.getByLabel('Name').fill('x');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText('the name of a guild: Must be between 2 and 100 in length').waitFor();
      await page.getByRole('button', { name: 'Create a guild' }).click();
      await dialog.getByLabel('Name').fill('Chess Club');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: '# general' }).waitFor();

      const act = async (name: string) => {
        await page.locator('#guild-actions').getByRole('button', { name, exact: true }).click();
      };
      await page.getByText('Change this guild').click();
      await act('New channel');
      await dialog.getByLabel('Name').fill('Openings');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.locator('#guild-channels').getByText('# openings').waitFor();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const code = await page.locator('#invite-code').textContent();
      assert.equal((await request(daemon, friend.token, `/invites/${code}`, {})).status, 200);
      await page.locator('#members').getByText('Grace', { exact: true }).waitFor();
      await act('New role');
      await dialog.getByLabel('Name').fill('Helpers');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.locator('#roles').getByText('Helpers').waitFor();
      await act('Give role');
      await dialog.getByLabel('Member').selectOption({ label: 'Grace' });
      await dialog.getByRole('button', { name: 'Give' }).click();
      await page
        .locator('#members')
        .getByText(/Grace#\d{4} · Helpers/)
        .waitFor();
      await act('Delete channel');
      // Nothing is chosen, so nothing can be deleted by one click too many.
      await dialog.getByRole('button', { name: 'Delete' }).click();
      assert.equal(await dialog.getByLabel('Channel').inputValue(), '');
      await dialog.getByLabel('Channel').selectOption({ label: 'openings' });
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.locator('#guild-channels').getByText('# openings').waitFor({ state: 'detached' });
      await act('Delete guild');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
      await page.getByText('You are in no guild yet.').waitFor();
    } finally {
      await closeContexts(browser);
    }
  }),
);
