import type { Command } from 'commander';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor } from '../../control/operations/users.js';
import type { Runner } from '../support/invocation.js';
import { readSecret } from '../support/read-secret.js';

/** `guildhall users two-factor`: two-factor authentication of people of the service. */
export function addTwoFactor(users: Command, run: Runner): void {
  const twoFactor = users.command('two-factor').description('two-factor authentication of a person');
  twoFactor
    .command('enable <id>')
    .description('show a new secret for an authenticator app once; it must be confirmed')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, secretResult }) =>
        secretResult(
          await daemon.call(beginTwoFactor, { id }, {}),
          ({ secret, uri }, guildhall) =>
            `secret: ${secret}\n${uri}\nenable it with: ${guildhall('users', 'two-factor', 'confirm', id)}`,
        ),
      ),
    );
  twoFactor
    .command('confirm <id>')
    .description('enable it with a code from standard input or a prompt, and show backup codes once')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, secretResult, terminal }) => {
        const code = await readSecret(terminal, 'Code');
        secretResult(
          await daemon.call(confirmTwoFactor, { id }, { code }),
          ({ backup_codes }) => `enabled; each backup code works once:\n${backup_codes.join('\n')}`,
        );
      }),
    );
  twoFactor
    .command('disable <id>')
    .description('disable it, e.g. if the device is lost')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(disableTwoFactor, { id }, {}), () => 'disabled'),
      ),
    );
}
