import type { Command } from 'commander';
import { getAccount } from '../control/operations/account.js';
import type { AddCommand } from './support/invocation.js';
import { fields } from './support/table.js';

interface Account {
  readonly id: string;
  readonly username: string;
  readonly discriminator: string;
  readonly token: string | null;
}

/** `guildhall whoami`: the signed-in user of the daemon. */
export const addWhoami: AddCommand = (program, run) => {
  program
    .command('whoami')
    .description('show who is signed in')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => result(await daemon.call(getAccount, {}, {}), accountText)),
    );
};

export function accountText({ id, username, discriminator, token }: Account): string {
  return fields([
    ['name', `${username}#${discriminator}`],
    ['id', id],
    ['token', token],
  ]);
}
