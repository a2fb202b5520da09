import { COUNTER } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Row } from '../kernel/row.js';
import { type Service, serviceRequest, startService } from '../servers/service.js';

const CONNECTIONS = 32;

/** What storing the changes of a moment in one transaction gains; the slower the disk, the more. */
export const groupCommitRows: readonly Row[] = [
  {
    name: 'durable PATCH nick with group commit',
    goals: [{ measure: 'rate', against: 'a commit for each', atLeast: 5 }],
    async open(world) {
      const load = (service: Service) => {
        const body = JSON.stringify({ nick: `n${COUNTER}` });
        const path = `/guilds/${service.told.guildId}/members/@me/nick`;
        return {
          kind: 'http',
          request: serviceRequest(service, 'PATCH', path, body),
          connections: CONNECTIONS,
        } as const;
      };
      const together = await world.shared('group commit', () => startService({}));
      const alone = await world.shared('a commit for each', () => startService({ changesOfCommit: 1 }));
      return [
        await loadSubject(world, { name: 'Guildhall', server: together, load: load(together) }),
        await loadSubject(world, { name: 'a commit for each', server: alone, load: load(alone) }),
      ];
    },
  },
];
