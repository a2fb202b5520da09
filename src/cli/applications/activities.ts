import { type Command, Option } from 'commander';
import {
  acceptActivityRequest,
  blockActivity,
  chooseUnregistered,
  declineActivityRequest,
  type JoinRequest,
  type ListedActivities,
  listActivities,
  requestActivity,
  unblockActivity,
} from '../../control/operations/activities.js';
import { sentence } from '../../platform/text/visible-text.js';
import { UNREGISTERED_CHOICES, type UnregisteredChoice } from '../../protocol/rpc/activity.js';
import { noteEarlierServers } from '../status.js';
import { findInGuild } from '../support/find-named.js';
import type { AddCommand, NamedCommand, Runner } from '../support/invocation.js';
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
      run(command, async ({ daemon, note, result }) => {
        const listed =
          unregistered === undefined
            ? await daemon.call(listActivities, {}, {})
            : await daemon.call(chooseUnregistered, {}, { unregistered });
        result(listed, activitiesText);
        if (listed.activities.length === 0) await noteEarlierServers(daemon, note);
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
  addRequests(activities, run);
};

/** Requests to play together. A member is named by id, user name, nickname or `GUILD/MEMBER`. */
function addRequests(activities: Command, run: Runner): void {
  activities
    .command('ask <member>')
    .description('ask a member to let you join their game')
    .option('--watch', 'to watch it')
    .action((member: string, options: { readonly watch?: true }, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id: user, name } = await findInGuild(daemon, 'member', member);
        const request = options.watch ? 'spectate' : 'join';
        const listed = await daemon.call(requestActivity, {}, { user, request });
        const does = options.watch ? 'watches' : 'joins';
        result(listed, () => sentence`asked ${name}; the game here ${does} once they accept`);
      }),
    );
  activities
    .command('invite <member>')
    .description('invite a member into your game')
    .action((member: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => {
        const { id: user, name } = await findInGuild(daemon, 'member', member);
        const listed = await daemon.call(requestActivity, {}, { user, request: 'invite' });
        result(listed, () => sentence`invited ${name}`);
      }),
    );
  activities
    .command('accept <id>')
    .description('let somebody join who asked, or take an invite')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(acceptActivityRequest, { id }, {}), () => 'accepted'),
      ),
    );
  activities
    .command('decline <id>')
    .description('decline a request or an invite')
    .action((id: string, _options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) =>
        result(await daemon.call(declineActivityRequest, { id }, {}), () => 'declined'),
      ),
    );
}

function activitiesText(
  { activities, blocked, requests, unregistered }: ListedActivities,
  guildhall: NamedCommand,
): string {
  const whyHidden = (one: ListedActivities['activities'][number]) => {
    if (one.undecided) return 'not allowed yet';
    return one.blocked ? 'blocked' : 'another is newer';
  };
  const undecided = activities.find((one) => one.undecided);
  const rows = activities.map((one) => [
    one.application.id,
    one.text,
    one.shown ? 'yes' : whyHidden(one),
    one.registered ? one.application.name : 'not registered',
    one.process === null ? null : `${one.process.path} (pid ${one.process.pid})`,
  ]);
  const hidden = blocked.filter((id) => activities.every(({ application }) => application.id !== id));
  return [
    table(['ID', 'ACTIVITY', 'SHOWN', 'APPLICATION', 'PROGRAM'], rows, 'no program shows an activity'),
    ...(requests.length === 0 ? [] : [requestsText(requests)]),
    ...(hidden.length === 0 ? [] : [`also blocked: ${hidden.join(', ')}`]),
    ...(undecided === undefined
      ? []
      : [`show it to others with: ${guildhall('activities', 'unblock', undecided.application.id)}`]),
    `programs that the service does not know: ${unregistered}`,
  ].join('\n');
}

function requestsText(requests: readonly JoinRequest[]): string {
  const rows = requests.map((one) => [
    one.id,
    one.direction,
    one.kind === 'invite' ? 'invite' : one.action === 'join' ? 'join' : 'watch',
    `${one.user.username}#${one.user.discriminator}`,
    one.application.name ?? one.application.id,
    one.state,
  ]);
  return table(['REQUEST', 'DIRECTION', 'TO', 'MEMBER', 'APPLICATION', 'STATE'], rows, '');
}
