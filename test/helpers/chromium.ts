import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The machine's own Chromium. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

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

/** Starts the machine's own headless Chromium, talking to nobody but the pages it is given. @param flags besides these */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, ...flags],
  });
}
