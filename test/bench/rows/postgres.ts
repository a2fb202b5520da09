import { noPostgres } from '../../helpers/postgres/postgres-server.js';
import { COUNTER } from '../generators/load.js';
import { loadSubject } from '../kernel/load-subject.js';
import type { Row } from '../kernel/row.js';
import { type Service, serviceRequest, startService } from '../servers/service.js';

const CONNECTIONS = 32;

/** What a store in PostgreSQL costs beside one in SQLite, on the same disk. Only where PostgreSQL is installed. */
export const postgresRows: readonly Row[] = noPostgres === false ? [durableChange()] : [];

function durableChange(): Row {
  return {
    name: 'durable PATCH nick in PostgreSQL',
    goals: [],
    async open(world) {
      const load = (service: Service) => {
        const body = JSON.stringify({ nick: `n${COUNTER}` });
        const path = `/guilds/${service.told.guildId}/members/@me/nick`;
        const request = serviceRequest(service, 'PATCH', path, body);
        return { kind: 'http', request, connections: CONNECTIONS } as const;
      };
      const postgres = await world.shared('postgres', () => startService({ isInPostgres: true }));
      const sqlite = await world.shared('group commit', () => startService({}));
      return [
        await loadSubject(world, { name: 'Guildhall in PostgreSQL', server: postgres, load: load(postgres) }),
        await loadSubject(world, { name: 'in SQLite', server: sqlite, load: load(sqlite) }),
      ];
    },
  };
}
