import type { Table } from '../kernel/row.js';
import { GUILD_ENUMERATIONS } from './guild-enumerations.js';
import { GUILD_LIMITS } from './guild-limits.js';
import { GUILD_MODIFICATIONS } from './guild-modifications.js';
import { GUILD_OBJECTS } from './guild-objects.js';
import { GUILD_OPERATIONS } from './guild-operations.js';
import { GUILD_PATH_OPERATIONS } from './guild-path-operations.js';
import { REST_ERRORS } from './rest-errors.js';

/** The guild REST resource, table for table. */
export const GUILD_TABLES: readonly Table[] = [
  GUILD_OBJECTS,
  GUILD_ENUMERATIONS,
  GUILD_OPERATIONS,
  GUILD_MODIFICATIONS,
  GUILD_PATH_OPERATIONS,
  REST_ERRORS,
  GUILD_LIMITS,
];
