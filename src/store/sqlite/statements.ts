import { mapTables } from '../sql/tables.js';
import { TableStatements } from './table-statements.js';

/** The statements of each table. */
export const STATEMENTS = mapTables((table) => new TableStatements(table));
