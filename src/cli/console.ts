import type { Command } from 'commander';
import { createConsoleAddress, createConsolePage } from '../control/operations/status.js';
import { createPageOpener } from '../platform/browser/page-opener.js';
import type { AddCommand } from './support/invocation.js';

/** `guildhall console`: prints a one-time URL of the console page, and opens it if there is a desktop. */
export const addConsole: AddCommand = (program, run) => {
  program
    .command('console')
    .description('print (and open) a one-time address of the console page')
    .option('--no-open', 'only print it')
    .action((options: { open: boolean }, command: Command) =>
      run(command, async ({ daemon, json, result, terminal }) => {
        const openPage = createPageOpener(process.platform, terminal.environment);
        if (json || !options.open || openPage === null) {
          result(await daemon.call(createConsoleAddress, {}, {}), ({ url }) => url);
          return;
        }
        const page = await daemon.call(createConsolePage, {}, {});
        result(page, ({ url }) => url);
        openPage(page.path, (error) =>
          terminal.writeError(`failed to open a browser: ${error.message}; open the address yourself\n`),
        );
      }),
    );
};
