import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ControlHarness } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { noChromium } from '../helpers/chromium.js';
import { colorPng } from '../helpers/color-png.js';
import { eventually } from '../helpers/eventually.js';
import { guild } from '../helpers/objects.js';
import { fillConsole, rememberAnswer } from './console-contents.js';
import { type Console, inConsole, openView } from './console-page.js';
import { assertFits, assertTextOnly } from './page-checks.js';

const options = { skip: noChromium };

/** Runs a test with the applications view in two pages. */
function inApplications(
  run: (pages: Console & { readonly other: Page }) => Promise<void>,
  prepare: (harness: ControlHarness) => void = fillConsole,
) {
  return inConsole(async (opened) => {
    const { harness, page } = opened;
    await rememberAnswer(harness);
    await openView(page, '#applications');
    await page.locator('#remembered li').first().waitFor();
    const other = await page.context().newPage();
    await other.goto(`${harness.server.pageUrl}#applications`);
    await other.locator('#remembered li').first().waitFor();
    await run({ ...opened, other });
  }, prepare);
}

const grant = (page: Page, name: string) => page.locator('#grants > li').filter({ hasText: name });
const registered = (page: Page, name: string) => page.locator('#registered > li').filter({ hasText: name });

function mockOf({ administration }: ControlHarness): MockAdministration {
  assert.ok(administration instanceof MockAdministration);
  return administration;
}

test(
  'the keyboard stays in the list whose row it removed, and then at its heading',
  options,
  inApplications(async ({ page }) => {
    const rows = page.locator('#grants > li');
    for (let left = await rows.count(); left > 0; left -= 1) {
      await rows
        .first()
        .getByRole('button', { name: /^Revoke/ })
        .focus();
      // The question starts at Cancel.
      for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
      await eventually(async () => (await rows.count()) === left - 1);
      const focused = left > 1 ? '#grants:focus' : ':is(h1, h2, h3):focus';
      await page.locator(focused).waitFor();
    }
  }),
);

test(
  'what is allowed is shown in words with since when and the last use, and revoked in both pages',
  options,
  inApplications(async ({ harness, other, page }) => {
    const overlay = grant(page, 'Stream Overlay');
    await overlay.getByText('read the messages of your channels').waitFor();
    await overlay.getByText('connected now').waitFor();
    await grant(page, 'Chess').getByText('last used').waitFor();
    const marks = await overlay.locator('.scopes li').allTextContents();
    assert.deepEqual(
      marks.map((row) => row.startsWith('Sensitive')),
      [true, true, false],
    );
    await page.getByRole('button', { name: 'Revoke Stream Overlay' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    for (const one of [page, other]) {
      await grant(one, 'Stream Overlay').waitFor({ state: 'detached' });
      // Revoking also forgets the answer.
      await one.getByText('No answer is remembered').waitFor();
    }
    assert.deepEqual(
      harness.client.granted.map(({ id }) => id),
      ['10'],
    );
  }),
);

test(
  'of several grants of an application none is called connected: only the application is',
  options,
  inApplications(
    async ({ page }) => {
      await grant(page, 'Stream Overlay').nth(1).waitFor();
      await grant(page, 'Stream Overlay').getByText('last used').waitFor();
      assert.equal(await page.locator('#grants').getByText('connected now').count(), 0);
    },
    (harness) => {
      fillConsole(harness);
      const [first] = harness.client.granted;
      assert.ok(first);
      harness.client.granted.push({ ...first, id: '11', scopes: ['rpc'] });
      mockOf(harness).lastUses.set('11', '2026-01-02T03:04:05.000000+00:00');
    },
  ),
);

test(
  'times are local, and show the exact one when they are pointed at',
  options,
  inApplications(async ({ page }) => {
    const since = grant(page, 'Chess').locator('time').first();
    const exact = '2026-01-02T03:04:05.000000+00:00';
    assert.equal(await since.getAttribute('datetime'), exact);
    assert.equal(await since.getAttribute('title'), exact);
    const expected = await page.evaluate<string>(`new Date('${exact}').toLocaleDateString()`);
    assert.equal(await since.textContent(), expected);
  }),
);

test(
  'recording keys is withdrawn alone, and an answer is forgotten alone',
  options,
  inApplications(async ({ harness, other, page }) => {
    await page.getByRole('button', { name: 'Withdraw recording keys from Stream Overlay' }).click();
    for (const one of [page, other]) {
      await grant(one, 'Stream Overlay').locator('.key-capture').waitFor({ state: 'hidden' });
    }
    assert.equal(harness.consent.allowsKeyCapture('1', '100'), false);
    assert.equal(harness.consent.listRemembered('1').length, 1);
    await page.getByRole('button', { name: 'Forget the answer about Stream Overlay' }).click();
    for (const one of [page, other]) await one.getByText('No answer is remembered').waitFor();
    assert.equal(harness.client.granted.length, 2);
  }),
);

test(
  'an application is registered, its secrets are shown once, and it appears in both pages',
  options,
  inApplications(async ({ harness, other, page }) => {
    await page.getByRole('button', { name: 'Register an application' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Dice');
    await form.getByLabel('Description').fill('Rolls.');
    await form.getByLabel('RPC origins').fill('https://dice.example\n\n http://localhost:3000 ');
    await form.getByLabel('Redirect URIs').fill('dice://back');
    await form.getByLabel('With a bot').check();
    await form.getByRole('button', { name: 'Register', exact: true }).click();
    const secret = page.getByRole('dialog', { name: 'Dice is registered' });
    await secret.getByText('secret 1', { exact: true }).waitFor();
    await secret.getByText('bot token of 701').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await secret.isVisible(), true, 'Escape lost the secret');
    await secret.getByRole('button', { name: 'I saved it' }).click();
    for (const one of [page, other]) {
      await registered(one, 'Dice').getByText('http://localhost:3000').waitFor();
      assert.doesNotMatch(await one.content(), /secret 1|bot token of/);
    }
    const made = mockOf(harness).applications.at(-1);
    assert.deepEqual(
      [made?.approved, made?.rpc_origins, made?.redirect_uris],
      [false, ['https://dice.example', 'http://localhost:3000'], ['dice://back']],
    );
    assert.equal(harness.notifier.shown.get('application changed 0')?.title, 'Dice was registered');
    harness.client.addGuild(guild('300', { name: 'Club' }));
    harness.client.answer = () => ({ guild_id: '300' });
    await page.getByRole('button', { name: 'Add bot of Dice to a guild' }).click();
    await page.getByLabel('It may').selectOption('read and write messages');
    await page.getByRole('dialog').getByRole('button', { name: 'Add bot' }).click();
    await eventually(() => harness.client.requests.length === 1);
    const [added] = harness.client.requests;
    assert.match(added?.path ?? '', /client_id=\d+&scope=bot&guild_id=300$/);
    assert.deepEqual(added?.body, { permissions: '68608', authorize: true });
  }),
);

test(
  'approving and deleting ask before, and Escape is a no',
  options,
  inApplications(async ({ harness, other, page }) => {
    const mock = mockOf(harness);
    const approved = () => mock.applications.find(({ name }) => name === 'Chess')?.approved;
    await page.getByRole('button', { name: 'Approve Chess' }).click();
    await page.getByRole('dialog', { name: 'Approve Chess?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(approved(), false);
    await page.getByRole('button', { name: 'Approve Chess' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    for (const one of [page, other]) await one.getByRole('button', { name: 'Unapprove Chess' }).waitFor();
    await page.getByRole('button', { name: 'Edit Chess' }).click();
    await other.getByRole('button', { name: 'Edit Chess' }).click();
    await page.getByRole('button', { name: 'Delete application' }).click();
    await page.getByRole('dialog', { name: 'Delete Chess?' }).getByRole('button', { name: 'Delete' }).click();
    for (const one of [page, other]) {
      await registered(one, 'Chess').waitFor({ state: 'detached' });
      await one.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    assert.equal(mock.applications.length, 1);
  }),
);

test(
  'an application is edited with its icon, testers and secret',
  options,
  inApplications(async ({ harness, other, page }) => {
    const chess = () => mockOf(harness).applications.find(({ id }) => id === '101');
    await page.getByRole('button', { name: 'Edit Chess' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Chess' });
    await form.getByLabel('Person').selectOption('bob#0002');
    await form.getByRole('button', { name: 'Add tester' }).click();
    await form.getByRole('button', { name: 'Remove tester bob#0002' }).waitFor();
    await form.getByRole('button', { name: 'Remove tester ada#0001' }).click();
    await eventually(() => chess()?.testers.join() === '2');
    await form.getByRole('button', { name: 'New client secret' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('secret 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'I saved it' }).click();
    const buffer = colorPng(16, 16, [200, 30, 30, 255]);
    harness.client.icons.set('f'.repeat(32), buffer);
    await form
      .getByLabel('Icon', { exact: true })
      .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer });
    await form.getByLabel('Name', { exact: true }).fill('Chess clock');
    await form.getByRole('button', { name: 'Save' }).click();
    await registered(other, 'Chess clock').waitFor();
    assert.deepEqual([chess()?.name, chess()?.icon], ['Chess clock', 'f'.repeat(32)]);
  }),
);

test(
  'of an application that is edited in two tabs only the fields that were changed are sent',
  options,
  inApplications(async ({ harness, other, page }) => {
    const chess = () => mockOf(harness).applications.find(({ id }) => id === '101');
    const origins = chess()?.rpc_origins ?? assert.fail();
    const forms = [page, other].map((one) => one.getByRole('dialog', { name: 'Edit Chess' }));
    const [first, second] = forms;
    assert.ok(first && second);
    for (const one of [page, other]) await one.getByRole('button', { name: 'Edit Chess' }).click();
    await first.getByLabel('RPC origins').fill([...origins, 'https://new.example'].join('\n'));
    await first.getByRole('button', { name: 'Save' }).click();
    await first.waitFor({ state: 'hidden' });
    await second.getByLabel('Description').fill('With a clock.');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.waitFor({ state: 'hidden' });
    assert.equal(chess()?.description, 'With a clock.');
    assert.deepEqual(chess()?.rpc_origins, [...origins, 'https://new.example']);
  }),
);

test(
  'a refused change is explained in the dialog, and what was typed stays',
  options,
  inApplications(async ({ complaints, page }) => {
    await page.getByRole('button', { name: 'Register an application' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('  ');
    await form.getByLabel('Description').fill('kept');
    await form.getByRole('button', { name: 'Register', exact: true }).click();
    await form.getByRole('alert').getByText('the name of an application has').waitFor();
    assert.equal(await form.getByLabel('Description').inputValue(), 'kept');
    const large = { name: 'icon.png', mimeType: 'image/png', buffer: Buffer.alloc(300 * 1024) };
    await form.getByLabel('Icon', { exact: true }).setInputFiles(large);
    await form.getByRole('button', { name: 'Register', exact: true }).click();
    await form.getByRole('alert').getByText('larger than 256 KiB').waitFor();
    // Chromium reports every refused request.
    assert.ok(complaints.splice(0).every((one) => one.includes('400')));
  }),
);

test(
  'ids are copied',
  options,
  inApplications(async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy id 101' }).click();
    await page.getByRole('button', { name: 'Copied id 101' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), '101');
  }),
);

test(
  'with a remote service nothing can be registered, and the view says so',
  options,
  inApplications(
    async ({ page }) => {
      await page.getByText('This daemon uses a remote service').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Register an application' }).count(), 0);
    },
    (harness) => {
      fillConsole(harness);
      harness.administration = null;
    },
  ),
);

const HOSTILE = [
  '<img src=x onerror="globalThis.hacked=1">',
  '\u202eevil\u202d',
  'Z̸̢̛͎a̶͝l̵̄g̸̎o̷'.repeat(100),
  'x'.repeat(3000),
  'משחק 3',
];

test(
  'names of applications stay text, and the view fits widths from 360 to 3840 pixels',
  options,
  inApplications(
    async ({ page }) => {
      await page.locator('#grants').getByText('[U+202E]evil[U+202D]').waitFor();
      await assertFits(page, [360, 768, 1440, 3840]);
      await assertTextOnly(page);
    },
    (harness) => {
      fillConsole(harness);
      const [first] = harness.client.granted;
      assert.ok(first);
      const mock = mockOf(harness);
      for (const [index, name] of HOSTILE.entries()) {
        const id = String(800 + index);
        harness.client.granted.push({ ...first, id, application: { ...first.application, id, name } });
        mock.applications.push({
          ...{
            id,
            name,
            description: name,
            icon: null,
            approved: false,
            owner_id: null,
            rpc_origins: [name],
          },
          ...{ redirect_uris: [], testers: [], bot: null },
        });
      }
    },
  ),
);
