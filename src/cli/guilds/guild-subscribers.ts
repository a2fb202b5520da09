import type { Command } from 'commander';
import { changeSubscribers } from '../../control/operations/guilds.js';
import { UsageError } from '../../platform/errors.js';
import { localTime } from '../../platform/text/local-time.js';
import type { Subscriber } from '../../protocol/administration.js';
import { collectIds, parseId } from '../support/collect.js';
import type { Runner } from '../support/invocation.js';
import { table } from '../support/table.js';

/** `guildhall guilds subscribers`: the subscribers of an integration; no external platform provides them. */
export function addSubscribers(guilds: Command, run: Runner): void {
  const add: Subscriber[] = [];
  guilds
    .command('subscribers <guild> <integration>')
    .description('show or change who subscribes to an integration; its next sync acts on it')
    .option('--add <user>', 'user id; may be given several times', (value) => {
      add.push({ user_id: parseId(value), expires_at: null });
    })
    .option(
      '--until <time>',
      'when the subscription of the last --add ends, e.g. 2026-12-31T18:00Z',
      (time) => endLast(add, time),
    )
    .option('--remove <user>', 'user id; may be given several times', collectIds)
    .action((guild: string, integration: string, options: { remove?: string[] }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const changes = { add, remove: options.remove ?? [] };
        result(await daemon.call(changeSubscribers, { guild, integration }, changes), subscribersText);
      }),
    );
}

/** Options are processed in order, so a time applies to the user before it. */
function endLast(add: Subscriber[], time: string): void {
  const last = add.pop();
  if (last === undefined) throw new UsageError('--until must follow the --add it applies to');
  add.push({ ...last, expires_at: time });
}

function subscribersText(subscribers: readonly Subscriber[]): string {
  const rows = subscribers.map(({ user_id, expires_at }) => [user_id, expires_at && localTime(expires_at)]);
  return table(['USER', 'UNTIL'], rows, 'no subscribers');
}
