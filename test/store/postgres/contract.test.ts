import { describePostgresStore } from './describe-postgres-store.js';

describePostgresStore();
