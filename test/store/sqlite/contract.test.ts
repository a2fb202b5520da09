import { describeSqliteStore } from './describe-sqlite-store.js';

describeSqliteStore();
