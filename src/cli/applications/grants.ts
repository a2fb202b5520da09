import type { Command } from 'commander';
import { scopesText } from '../../control/consent/permissions.js';
import { listGrants, revokeGrant } from '../../control/operations/grants.js';
import { localTime } from '../../platform/text/local-time.js';
import type { AddCommand } from '../support/invocation.js';
import { table } from '../support/table.js';

/** `guildhall grants`: what the person granted to which application. */
export const addGrants: AddCommand = (program, run) => {
  const grants = program.command('grants').description('what you granted to which application');
  grants
    .command('list')
    .description('show the grants')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ columns, daemon, result }) => {
        result(await daemon.call(listGrants, {}, {}), (list) =>
          table(
            ['ID', 'APPLICATION', 'MAY', 'MAY RECORD KEYS', 'SINCE', 'UNTIL'],
            list.map((one) => [
              one.id,
              one.application.name,
              scopesText(one.scopes),
              one.key_capture,
              localTime(one.created_at),
              one.once === true ? 'it disconnects' : 'you revoke it',
            ]),
            'no grants',
            columns,
          ),
        );
      }),
    );
  grants
    .command('revoke <id>')
    .description('revoke a grant; its sessions end at once')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(revokeGrant, { id }, {}), () => 'revoked'),
      ),
    );
};
