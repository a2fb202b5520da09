import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why a test with a browser cannot run here, or false. In CI it runs, and fails if there is none. */
export const noChromium: string | false =
  existsSync(EXECUTABLE) || process.env.CI === 'true' ? false : `${EXECUTABLE} is missing`;

/** Starts the machine's own headless Chromium, talking to nobody but the pages it is given. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
