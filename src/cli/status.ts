import type { Command } from 'commander';
import type { ControlClient } from '../control/control-client.js';
import { describeEarlierServers } from '../control/earlier-servers.js';
import { getStatus } from '../control/operations/status.js';
import type { DaemonStatus } from '../control/status.js';
import { localTime } from '../platform/text/local-time.js';
import type { AddCommand, NamedCommand } from './support/invocation.js';
import { fields, table } from './support/table.js';

/** `guildhall status`: the state of each part of the daemon. */
export const addStatus: AddCommand = (program, run) => {
  program
    .command('status')
    .description('show the state of each part')
    .action((_options: unknown, command: Command) =>
      run(command, async ({ daemon, result }) => result(await daemon.call(getStatus, {}, {}), statusText)),
    );
};

/** Says where programs are that do not come here, if another server is found before the daemon. */
export async function noteEarlierServers(daemon: ControlClient, note: (text: string) => void): Promise<void> {
  const { earlier_servers: servers } = await daemon.call(getStatus, {}, {});
  const others = describeEarlierServers(servers);
  if (others !== null) note(others);
}

function statusText(status: DaemonStatus, guildhall: NamedCommand): string {
  const { rpc, api, earlier_servers: earlier = [] } = status;
  const damage = api.damage ? `, refuses changes: ${api.damage}` : '';
  const service = `${api.embedded ? 'embedded' : 'remote'}, ${api.connected ? 'connected' : 'not connected'}${damage}`;
  const parts = fields([
    ['version', status.version],
    ['process', `${status.pid}, since ${localTime(status.started_at)}`],
    ['rpc', `${rpc.host}:${rpc.port}, ${rpc.connections} connected`],
    ['rpc over ipc', status.ipc ? (status.ipc.path ?? `no socket; see: ${guildhall('doctor')}`) : 'off'],
    ...(earlier.length === 0 ? [] : [['found before it', earlier.join(', ')] as const]),
    ['service', `${api.url} (${service})`],
    ['signed in', signInText(status, guildhall)],
    ['guilds', status.user && status.guilds],
    ['console', `${status.console.url} (open it with: ${guildhall('console')})`],
    ['waiting for you', status.pending_consents],
    ['recording keys', status.capture && captureText(status.capture, guildhall)],
  ]);
  return `${parts}\n\n${driversText(status.drivers)}`;
}

function signInText({ sign_in, user }: DaemonStatus, guildhall: NamedCommand): string {
  const remedy = `(sign in with: ${guildhall('login')})`;
  if (sign_in === 'out') return `nobody ${remedy}`;
  if (sign_in === 'refused') return `nobody: the service does not accept the saved token ${remedy}`;
  return user === null ? 'nobody yet' : `${user.username}#${user.discriminator} (${user.id})`;
}

function captureText(
  { application, started_at }: NonNullable<DaemonStatus['capture']>,
  guildhall: NamedCommand,
): string {
  return `${application.name} (${application.id}), since ${localTime(started_at)} (stop it with: ${guildhall('capture', '--stop')})`;
}

export function driversText(drivers: DaemonStatus['drivers']): string {
  const rows = drivers.map(({ name, state, reason, hint }) => [name, state, reason, hint]);
  return table(['DRIVER', 'STATE', 'REASON', 'HINT'], rows, 'no drivers');
}
