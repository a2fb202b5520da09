import type { Page } from 'playwright-core';
import { consentRequest } from '../control/requests.js';
import { eventually } from '../helpers/eventually.js';
import { KEY_DECK } from './contents/applications.js';
import { FRAMES } from './contents/frames.js';
import { BOARD_GAMES, GENERAL, LOUNGE } from './contents/guilds.js';
import { ago } from './contents/moments.js';
import { PEOPLE, toId } from './contents/people.js';
import { showTraffic } from './contents/traffic.js';
import type { FilledConsole } from './filled-console.js';

/** A view or dialog of the console, filled. */
export interface ShownView {
  /** of the screenshots */
  readonly name: string;
  /** of the URL */
  readonly fragment: string;
  /** a part of a view: it has one screenshot instead of one for each size */
  readonly isPart?: boolean;
  /** it is for small windows, and has screenshots of a dock and a phone */
  readonly isSmall?: boolean;
  /** the window is shown instead of the whole page: what is below it is like what is in it, or behind a dialog */
  readonly isCut?: boolean;
  /** opens it and waits until it is complete */
  open(console: FilledConsole): Promise<void>;
}

const overview: ShownView = {
  name: 'overview',
  fragment: '',
  async open({ page }) {
    await page.locator('#summary dd').first().waitFor();
    await page.getByText('2 microphones').waitFor();
    await page.locator('#voice-channel').getByText('Lounge').waitFor();
  },
};

const applications: ShownView = {
  name: 'applications',
  fragment: '#applications',
  async open({ page }) {
    await page.locator('#registered li').nth(2).waitFor();
    await page.locator('#remembered li').first().waitFor();
    await page.locator('#grants li').first().waitFor();
  },
};

const connections: ShownView = {
  name: 'connections',
  fragment: '#connections',
  async open({ page, harness, clock }) {
    const holder = { application: KEY_DECK, id: 'b', userId: PEOPLE.ada.id, mayNameKeys: () => false };
    harness.voice.enter(holder);
    await harness.voice.change(holder, { mute: false });
    const since = ago({ minutes: 0 });
    harness.captures.start('Key Deck', { application: KEY_DECK, session_id: 'b', started_at: since });
    harness.sessions.splice(
      ...[0, 3],
      ...harness.sessions.map((one) => (one.id === 'b' ? { ...one, capturing_since: since } : one)),
    );
    await showTraffic({ page, harness, clock });
    await page.getByText('3 subscriptions').click();
    await page.locator('#refusals li').first().waitFor();
    await page.getByText('key-deck (process 2417)').waitFor();
  },
};

const inspector: ShownView = {
  name: 'inspector',
  fragment: '#connections',
  async open({ page, harness }) {
    await page.locator('#connection-list a').first().click();
    const listener = await eventually(() => [...harness.inspections.values()][0]);
    listener.frames(FRAMES);
    await page.getByText(`Inspecting: ${FRAMES.length} frames`).waitFor();
    await page.locator('#inspector-frames summary').nth(7).click();
  },
};

const devices: ShownView = {
  name: 'devices',
  fragment: '#devices',
  async open({ page, harness }) {
    await page.locator('#devices-inputs').getByText('Acme Studio One', { exact: true }).waitFor();
    await measure({ page, harness }, '#devices-inputs');
    await page.getByRole('button', { name: 'Show command' }).click();
  },
};

const keyTest: ShownView = {
  name: 'key-test',
  isPart: true,
  fragment: '#devices',
  async open({ page, harness: { hardware } }) {
    await page.getByRole('button', { name: 'Test keys' }).click();
    await page.getByText('Press keys or buttons…').waitFor();
    hardware.keys.press('ctrl', 'shift', 'm');
    await page.locator('#key-test-keys kbd').nth(2).waitFor();
  },
};

const voice: ShownView = {
  name: 'voice',
  fragment: '#voice',
  async open({ page, harness }) {
    await page.locator('#voice-members li').nth(2).waitFor();
    harness.link.emit('speakingStart', { channelId: LOUNGE, userId: PEOPLE.ben.id });
    await page.locator('#voice-members li', { hasText: 'ben' }).getByText('speaking').waitFor();
    await measure({ page, harness }, '#voice-settings');
  },
};

const dock: ShownView = {
  name: 'dock',
  isSmall: true,
  fragment: '',
  async open({ page, harness: { link } }) {
    await page.goto(new URL('/dock', page.url()).href);
    await page.locator('#voice-members li').nth(2).waitFor();
    await page.locator('#dock-buttons:enabled').waitFor();
    link.emit('speakingStart', { channelId: LOUNGE, userId: PEOPLE.ben.id });
    await page.locator('#voice-members li', { hasText: 'ben' }).getByText('speaking').waitFor();
  },
};

const guilds: ShownView = {
  name: 'guilds',
  fragment: `#guilds/${BOARD_GAMES}/${GENERAL}`,
  async open({ page }) {
    await page.locator('#messages > li').nth(4).waitFor();
    await page.locator('#members li').nth(4).waitFor();
  },
};

const health: ShownView = {
  name: 'health',
  fragment: '#health',
  async open({ page }) {
    await page.locator('#facts dd').first().waitFor();
    await page.locator('#findings li').nth(1).waitFor();
    await page.locator('#log-lines > li').nth(7).waitFor();
  },
};

const playground: ShownView = {
  name: 'playground',
  fragment: '#playground',
  async open({ page }) {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .locator('#playground-frames > li')
      .nth(FRAMES.length - 1)
      .waitFor();
  },
};

const consent: ShownView = {
  name: 'consent',
  isCut: true,
  fragment: '',
  async open(console) {
    await overview.open(console);
    const { page, harness } = console;
    harness.programs.set('3141', { name: 'dice', path: '/opt/dice/dice' });
    const request = consentRequest({
      ...{ id: toId(103), name: 'Dice', userId: PEOPLE.ada.id, origin: 'https://dice.example', peer: '3141' },
      scopes: ['identify', 'messages.read', 'rpc'],
    });
    void harness.consent.ask(request, new AbortController().signal);
    await page.locator('#consent-deny:enabled').waitFor();
  },
};

const reference: ShownView = {
  name: 'reference',
  isCut: true,
  fragment: '',
  async open({ page }) {
    await page.goto(new URL('/docs/rpc.html', page.url()).href);
    await page.locator('#command-GET_CHANNEL').waitFor();
  },
};

const application: ShownView = {
  name: 'application',
  isPart: true,
  isCut: true,
  fragment: '#applications',
  async open({ page }) {
    await page.getByRole('button', { name: 'Edit Chess' }).click();
    await page.getByRole('dialog').getByText('ada#0815').first().waitFor();
  },
};

const secret: ShownView = {
  name: 'secret',
  isPart: true,
  isCut: true,
  fragment: '#applications',
  async open({ page }) {
    await page.getByRole('button', { name: 'Register an application' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Dice');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('This is shown only once').waitFor();
  },
};

const confirmation: ShownView = {
  name: 'confirmation',
  isPart: true,
  isCut: true,
  fragment: '#applications',
  async open({ page }) {
    await page.getByRole('button', { name: 'Approve Chess' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).waitFor();
  },
};

const signedOut: ShownView = {
  name: 'signed-out',
  isPart: true,
  fragment: '',
  async open({ page }) {
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByText('Open this page from your terminal').waitFor();
  },
};

const stopped: ShownView = {
  name: 'stopped',
  isPart: true,
  fragment: '',
  async open(console) {
    await overview.open(console);
    await console.harness.server.stop();
    await console.page.getByText('Guildhall does not answer').waitFor();
  },
};

/** Every view and dialog of the console; a new one is added here, and has screenshots and no accessibility finding. */
export const SHOWN_VIEWS: readonly ShownView[] = [
  ...[overview, applications, connections, inspector, devices, voice, guilds, health, playground, reference],
  ...[dock, consent, application, secret, confirmation, keyTest, signedOut, stopped],
];

/** Reports a level of the microphone in use, and waits until a part of the page shows it. */
async function measure({ page, harness }: { page: Page; harness: FilledConsole['harness'] }, part: string) {
  await eventually(() => harness.sound.watchers > 0);
  harness.sound.measure({ level: -31, threshold: -47, isOpen: true });
  await page.locator(part).getByText('-31 dB').first().waitFor();
}
