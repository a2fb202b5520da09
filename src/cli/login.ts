import type { Command } from 'commander';
import { login } from '../control/operations/account.js';
import type { AddCommand } from './support/invocation.js';
import { readSecret } from './support/read-secret.js';
import { accountText } from './whoami.js';

/** `guildhall login`: signs the daemon in as somebody else; the former account stays in `guildhall accounts`. */
export const addLogin: AddCommand = (program, run) => {
  program
    .command('login')
    .description('sign in as somebody else, with a token from standard input or a prompt')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result, terminal }) => {
        const token = await readSecret(terminal, 'Token');
        result(await daemon.call(login, {}, { token }), accountText);
      }),
    );
};
