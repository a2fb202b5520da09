import type { Command } from 'commander';
import { NoDaemonError } from '../control/control-client.js';
import { createConsoleAddress, createConsolePage, signOutConsole } from '../control/operations/status.js';
import { createPageOpener } from '../platform/browser/page-opener.js';
import { sentence } from '../platform/text/visible-text.js';
import type { AddCommand, Invocation } from './support/invocation.js';

/** `guildhall console`: prints a one-time URL of the console page, and opens it if there is a desktop. */
export const addConsole: AddCommand = (program, run) => {
  program
    .command('console')
    .description('print (and open) a one-time address of the console page')
    .option('--no-open', 'only print it')
    .option('--dock', 'a small page for the dock of a streaming program or a phone')
    .option('--sign-out', 'sign out every browser that has the page open')
    .action((options: { open: boolean; dock?: boolean; signOut?: boolean }, command: Command) =>
      run(command, async (invocation) => {
        if (options.signOut === true) {
          await signOut(invocation);
          return;
        }
        const page = options.dock === true ? ({ view: 'dock' } as const) : {};
        await openConsole(invocation, { opens: options.open, ...page });
      }),
    );
};

/** Signs all browsers out, whether or not a daemon runs. */
async function signOut({ daemon, files, result }: Invocation): Promise<void> {
  try {
    await daemon.call(signOutConsole, {}, {});
  } catch (error) {
    if (!(error instanceof NoDaemonError)) throw error;
    const { signOutStopped } = await import('../daemon/lock-home.js');
    await signOutStopped(files);
  }
  result({}, () => 'all browsers are signed out');
}

/** `guildhall playground`: the same with the view in which developers send commands. */
export const addPlayground: AddCommand = (program, run) => {
  program
    .command('playground')
    .description('print (and open) a page to send any command and see its frames')
    .option('--no-open', 'only print its address')
    .action((options: { open: boolean }, command: Command) =>
      run(command, (invocation) => openConsole(invocation, { opens: options.open, view: 'playground' })),
    );
};

interface OpenOptions {
  /** whether to open a browser, if there is a desktop */
  readonly opens: boolean;
  /** by default the first view */
  readonly view?: 'playground' | 'dock';
}

/** Prints a one-time address of the console, and opens it in a browser. */
async function openConsole(
  { daemon, json, result, terminal }: Invocation,
  { opens, view }: OpenOptions,
): Promise<void> {
  const body = view === undefined ? {} : { view };
  const openPage = createPageOpener(process.platform, terminal.environment);
  if (json || !opens || openPage === null) {
    result(await daemon.call(createConsoleAddress, {}, body), ({ url }) => url);
    return;
  }
  const page = await daemon.call(createConsolePage, {}, body);
  result(page, ({ url }) => url);
  openPage(page.path, (error) =>
    terminal.writeError(sentence`failed to open a browser: ${error.message}; open the address yourself\n`),
  );
}
