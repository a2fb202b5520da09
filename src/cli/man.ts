import type { Command } from 'commander';
import { systemClock } from '../platform/clock.js';
import { describeCommand } from './reference/command-model.js';
import { manualPage } from './reference/manual-page.js';
import type { AddCommand } from './support/invocation.js';

/** `guildhall man`: prints the manual page, made from the declarations of the commands. */
export const addMan: AddCommand = (program, run) => {
  program
    .command('man')
    .description('print the manual page; read it with: guildhall man | man -l -')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ result, terminal }) => {
        const page = manualPage(describeCommand(program), pageDate(terminal.environment));
        result(page, (text) => text.trimEnd());
      }),
    );
};

/** SOURCE_DATE_EPOCH makes the page the same in every build of a package; in seconds since the Unix epoch. */
function pageDate({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): string {
  const time = /^\d{1,11}$/.test(seconds ?? '') ? Number(seconds) * 1000 : systemClock.now();
  return new Date(time).toISOString().slice(0, 10);
}
