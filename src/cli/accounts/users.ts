import type { Command } from 'commander';
import { createUser, listUsers } from '../../control/operations/users.js';
import { accountTextWithToken } from '../support/account-text.js';
import type { AddCommand, NamedCommand } from '../support/invocation.js';
import { table } from '../support/table.js';
import { addTwoFactor } from './two-factor.js';

/** The new account, and how the person uses it. */
function createdText(account: Parameters<typeof accountTextWithToken>[0], guildhall: NamedCommand): string {
  return [
    accountTextWithToken(account),
    '',
    'Who knows the token signs in as this person. They do so on their own Guildhall, started with',
    '--api-url and the address of this service, by: guildhall login',
    `The address is shown by ${guildhall('status')}, and by guildhall api when it starts.`,
  ].join('\n');
}

/** `guildhall users`: people of the service. */
export const addUsers: AddCommand = (program, run) => {
  const users = program.command('users').description('people of the service');
  users
    .command('create')
    .description('add a person')
    .requiredOption('--username <name>', 'their name')
    .option('--no-verified', 'their email address does not count as verified')
    .option('--phone <number>', 'a verified phone number, as +, country code and number')
    .action((options: { username: string; verified: boolean; phone?: string }, command: Command) =>
      run(command, async ({ daemon, secretResult }) =>
        secretResult(await daemon.call(createUser, {}, options), createdText),
      ),
    );
  addTwoFactor(users, run);
  users
    .command('list')
    .description('show the people')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        result(await daemon.call(listUsers, {}, {}), (list) =>
          table(
            ['ID', 'NAME'],
            list.map((one) => [one.id, `${one.username}#${one.discriminator}`]),
            'no people',
          ),
        );
      }),
    );
};
