import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The machine's own Chromium. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The same without windows and menus, which take half of the time of a test and show nothing without a display. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Why a test with a browser cannot run here, or false. In CI it runs, and fails if there is none. */
export const noChromium: string | false =
  existsSync(CHROMIUM) || process.env.CI === 'true' ? false : `${CHROMIUM} is missing`;

/** Keeps it from talking to anybody but the pages it is given. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/**
 * Starts the machine's own Chromium without a window, talking to nobody but the pages it is given.
 *
 * @param flags besides these
 * @param environment of the browser; by default that of the tests
 */
export function launchChromium(
  flags: readonly string[] = [],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Browser> {
  return chromium.launch({
    env: environment,
    executablePath: existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM,
    args: [...CHROMIUM_FLAGS, ...flags],
    // The tests end with these signals, and their browsers with them.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

let shared: Promise<Browser> | null = null;

/**
 * A browser that all tests of a process share, as it takes long to start: contexts have nothing in common. It ends with the
 * process. A test ends with `closeContexts`.
 */
export async function sharedChromium(): Promise<Browser> {
  if (shared === null || !(await shared).isConnected()) shared = launchChromium();
  return shared;
}

/** Closes every page of a shared browser, with what it stored. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
