import type { Command } from 'commander';
import { getAccount } from '../../control/operations/accounts.js';
import { accountText, accountTextWithToken } from '../support/account-text.js';
import type { AddCommand } from '../support/invocation.js';

/** `guildhall whoami`: the signed-in user of the daemon. */
export const addWhoami: AddCommand = (program, run) => {
  program
    .command('whoami')
    .description('show who is signed in')
    .option('--show-token', 'also show the token, which signs in as you; --json always has it')
    .action(({ showToken }: { showToken?: true }, command: Command) =>
      run(command, async ({ daemon, secretResult }) =>
        secretResult(await daemon.call(getAccount, {}, {}), showToken ? accountTextWithToken : accountText),
      ),
    );
};
