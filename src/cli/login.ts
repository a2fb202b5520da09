import type { Command } from 'commander';
import { login } from '../control/operations/account.js';
import type { AddCommand } from './support/invocation.js';
import { accountText } from './whoami.js';

/** `guildhall login`: signs the daemon in as somebody else. */
export const addLogin: AddCommand = (program, run) => {
  program
    .command('login')
    .description('sign in as somebody else')
    .requiredOption('--token <token>', "the user's token")
    .action((options: { token: string }, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(login, {}, { token: options.token }), accountText),
      ),
    );
};
