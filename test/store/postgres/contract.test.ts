import { after } from 'node:test';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { describePostgresStore } from './describe-postgres-store.js';

const server = noPostgres === false ? await PostgresServer.start() : null;
after(() => server?.stop());

describePostgresStore(server);
