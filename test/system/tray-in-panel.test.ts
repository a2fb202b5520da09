// test:all console: needs the panel of a desktop
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { promisify } from 'node:util';
import { realTest } from '../hardware/support/programs.js';
import { onX, useXServer, X_PROGRAMS } from '../hardware/support/x-suite.js';
import { closeContexts, sharedChromium } from '../helpers/chromium.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withSessionBus } from '../platform/support/session-bus.js';

const execute = promisify(execFile);

const PROGRAMS = [
  ...X_PROGRAMS,
  'xfce4-panel',
  'dbus-daemon',
  'dbus-update-activation-environment',
  'chromium',
];

/** One row at the top of the screen, with the icons of programs and nothing else. */
const PANEL = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property>
</channel>
`;
/** Points at its first icon. */
const ICON = [
  ...['search', '--sync', '--onlyvisible', '--name', '^wrapper-2.0$'],
  ...['mousemove', '--window', '%1', '12', '16'],
];

/** Runs a test with the panel of Xfce, which lists icons and shows their menus. */
async function withPanel(environment: NodeJS.ProcessEnv, run: () => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-panel-'));
  const settings = join(home, '.config/xfce4/xfconf/xfce-perchannel-xml');
  await mkdir(settings, { recursive: true });
  await writeFile(join(settings, 'xfce4-panel.xml'), PANEL);
  const own = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache') };
  // The bus starts the program that reads the settings.
  const assignments = Object.entries(own).map(([name, value]) => `${name}=${value}`);
  await execute('dbus-update-activation-environment', assignments, { env: environment });
  const panel = spawn('xfce4-panel', ['--disable-wm-check', '--sm-client-disable'], {
    env: { ...environment, ...own, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const exited = once(panel, 'exit');
  try {
    await run();
  } finally {
    panel.kill();
    await exited;
    await rm(home, { recursive: true, force: true });
  }
}

describe('the tray icon in the panel of Xfce', () => {
  const { x } = useXServer();

  /** Whether a window is open that is neither as low as the panel nor as high as the screen: the menu. */
  async function hasMenu(): Promise<boolean> {
    const flags = ['search', '--onlyvisible', '--name', '.*', 'getwindowgeometry', '--shell', '%@'];
    const { stdout } = await execute('xdotool', flags, { env: onX(x().display) });
    const heights = [...stdout.matchAll(/HEIGHT=(\d+)/g)].map(([, height]) => Number(height));
    return heights.some((height) => height > 100 && height < Math.max(...heights));
  }

  realTest(
    PROGRAMS,
    'a click on Mute in its menu mutes the person, as the dock in Chromium shows and ends',
    withSessionBus(async (address) => {
      const environment = { ...onX(x().display), DBUS_SESSION_BUS_ADDRESS: address };
      const daemon = await TestDaemon.start({ environment: { ...environment, GUILDHALL_NO_TRAY: 'false' } });
      const isMuted = async () => (await daemon.cli<{ mute: boolean }>('voice', 'settings')).mute;
      try {
        await withPanel(environment, async () => {
          await eventually(async () => {
            await x().xdotool(...ICON, 'click', '1');
            return await hasMenu();
          });
          // The entries before it need a browser, and are gray.
          await x().xdotool('key', 'Down', 'Return');
          await eventually(isMuted);

          const { url } = await daemon.cli<{ url: string }>('console', '--dock');
          const browser = await sharedChromium();
          try {
            const page = await browser.newPage();
            await page.goto(url);
            await page.getByRole('button', { name: 'Mute', pressed: true }).click();
            await page.getByRole('button', { name: 'Mute', pressed: false }).waitFor();
            await eventually(async () => !(await isMuted()));
          } finally {
            await closeContexts(browser);
          }
        });
      } finally {
        await daemon.stop();
      }
    }),
  );
});
