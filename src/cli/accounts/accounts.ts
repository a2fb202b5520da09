import type { Command } from 'commander';
import { listAccounts, switchAccount } from '../../control/operations/accounts.js';
import { accountText } from '../support/account-text.js';
import type { AddCommand } from '../support/invocation.js';
import { table } from '../support/table.js';

/** `guildhall accounts`: the saved accounts of this home. */
export const addAccounts: AddCommand = (program, run) => {
  const accounts = program.command('accounts').description('accounts that signed in before');
  accounts
    .command('list')
    .description('show the accounts')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(listAccounts, {}, {}), (list) =>
          table(
            ['ID', 'NAME', 'CURRENT'],
            list.map((one) => [one.id, `${one.username}#${one.discriminator}`, one.current]),
            'no accounts',
          ),
        ),
      ),
    );
  accounts
    .command('switch <id>')
    .description('sign in with another account')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, secretResult }) =>
        secretResult(await daemon.call(switchAccount, { id }, {}), accountText),
      ),
    );
};
