import type { Command } from 'commander';
import { createConsoleAddress } from '../control/operations/status.js';
import { browserOpener } from '../platform/open-browser.js';
import type { AddCommand } from './support/invocation.js';

/** `guildhall console`: a one-time address of the console page, opened where a desktop is there. */
export const addConsole: AddCommand = (program, run) => {
  program
    .command('console')
    .description('print (and open) a one-time address of the console page')
    .option('--no-open', 'only print it')
    .action((options: { open: boolean }, command: Command) =>
      run(command, async (invocation) => {
        const address = await invocation.daemon.call(createConsoleAddress, {}, {});
        invocation.result(address, ({ url }) => url);
        if (invocation.json || !options.open) return;
        const { terminal } = invocation;
        const open = browserOpener(terminal.environment, (error) =>
          terminal.writeError(`It could not be opened by itself: ${error.message}\n`),
        );
        open?.(address.url);
      }),
    );
};
