import type { Command } from 'commander';
import { login } from '../../control/operations/accounts.js';
import { accountText } from '../support/account-text.js';
import type { AddCommand } from '../support/invocation.js';
import { readSecret } from '../support/read-secret.js';

/** `guildhall login`: signs the daemon in with another account; the former one is kept in `guildhall accounts`. */
export const addLogin: AddCommand = (program, run) => {
  program
    .command('login')
    .description('sign in with another account, by a token from standard input or a prompt')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, secretResult, terminal }) => {
        const token = await readSecret(terminal, 'Token');
        secretResult(await daemon.call(login, {}, { token }), accountText);
      }),
    );
};
