import type { DaemonStatus } from '../control/status.js';
import { countText } from '../platform/count-text.js';

/** What the line names of the status. */
export type DescribedDaemon = Pick<DaemonStatus, 'rpc' | 'api'> & {
  readonly console: DaemonStatus['console'];
};

/** The state of the daemon in one line for people, e.g. in `systemctl status`. @param missing see `findMissingDesktop` */
export function describeDaemon({ rpc, api, console: page }: DescribedDaemon, missing: string | null): string {
  const service = api.embedded ? `API ${api.url}` : `service ${api.url}`;
  const parts = [
    `RPC ${rpc.host}:${rpc.port} (${countText(rpc.connections, 'application')} connected)`,
    `${service}${api.connected ? '' : ' (not connected)'}${api.damage ? ' (refuses changes)' : ''}`,
    `console ${page.url}`,
    ...(missing === null ? [] : [missing]),
  ];
  return parts.join('; ');
}
