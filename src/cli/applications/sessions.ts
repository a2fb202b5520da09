import type { Command } from 'commander';
import { scopesText } from '../../control/consent/permissions.js';
import { kickSession, listSessions } from '../../control/operations/sessions.js';
import { localTime } from '../../platform/text/local-time.js';
import type { AddCommand } from '../support/invocation.js';
import { table } from '../support/table.js';

/** `guildhall sessions`: open RPC connections. */
export const addSessions: AddCommand = (program, run) => {
  const sessions = program.command('sessions').description('live RPC connections');
  sessions
    .command('list')
    .description('show the connections')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ columns, daemon, result }) => {
        result(await daemon.call(listSessions, {}, {}), (list) =>
          table(
            ['ID', 'APPLICATION', 'ORIGIN', 'MAY', 'EVENTS', 'IN', 'OUT', 'SINCE', 'RECORDS KEYS SINCE'],
            list.map((one) => [
              one.id,
              one.application.name,
              one.transport === 'ipc' ? 'over IPC' : one.origin,
              one.scopes === null ? 'nothing yet' : scopesText(one.scopes),
              one.subscriptions,
              one.frames_received,
              one.frames_sent,
              localTime(one.connected_at),
              one.capturing_since && localTime(one.capturing_since),
            ]),
            'no connections',
            columns,
          ),
        );
      }),
    );
  sessions
    .command('kick <id>')
    .description('close a connection')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(kickSession, { id }, {}), () => 'closed'),
      ),
    );
};
