import { type Command, Option } from 'commander';
import {
  blockActivity,
  chooseUnregistered,
  type ListedActivities,
  listActivities,
  unblockActivity,
} from '../../control/operations/activities.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import type { AddCommand } from '../support/invocation.js';
import { table } from '../support/table.js';

/** `guildhall activities`: what programs show as the person's activity. */
export const addActivities: AddCommand = (program, run) => {
  const choices = Object.values(UNREGISTERED_CHOICES);
  const activities = program
    .command('activities')
    .description('what programs of this machine show as your activity')
    .addOption(
      new Option('--unregistered <CHOICE>', 'let programs that the service does not know show one').choices(
        choices,
      ),
    )
    .action(({ unregistered }: { readonly unregistered?: UnregisteredChoice }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const listed =
          unregistered === undefined
            ? await daemon.call(listActivities, {}, {})
            : await daemon.call(chooseUnregistered, {}, { unregistered });
        result(listed, activitiesText);
      }),
    );
  activities
    .command('block <id>')
    .description('hide the activities of an application')
    .action((application: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(blockActivity, { application }, {}), () => 'blocked'),
      ),
    );
  activities
    .command('unblock <id>')
    .description('show the activities of an application again')
    .action((application: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(unblockActivity, { application }, {}), () => 'unblocked'),
      ),
    );
};

function activitiesText({ activities, blocked, unregistered }: ListedActivities): string {
  const rows = activities.map((one) => [
    one.application.id,
    one.text,
    one.shown ? 'yes' : one.blocked ? 'blocked' : 'another is newer',
    one.registered ? one.application.name : 'not registered',
    one.process === null ? null : `${one.process.path} (pid ${one.process.pid})`,
  ]);
  const hidden = blocked.filter((id) => activities.every(({ application }) => application.id !== id));
  return [
    table(['ID', 'ACTIVITY', 'SHOWN', 'APPLICATION', 'PROGRAM'], rows, 'no program shows an activity'),
    ...(hidden.length === 0 ? [] : [`also blocked: ${hidden.join(', ')}`]),
    `programs that the service does not know: ${unregistered}`,
  ].join('\n');
}
