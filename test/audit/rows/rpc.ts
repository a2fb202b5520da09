import type { Table } from '../kernel/row.js';
import { RPC_AUTHENTICATION } from './authentication.js';
import { RPC_COMMANDS } from './rpc-commands.js';
import { RPC_ENUMERATIONS } from './rpc-enumerations.js';
import { RPC_ERRORS } from './rpc-errors.js';
import { RPC_EVENTS } from './rpc-events.js';
import { RPC_LIMITS } from './rpc-limits.js';
import { RPC_OBJECTS } from './rpc-objects.js';
import { RPC_PAYLOAD } from './rpc-payload.js';
import { RPC_STATES } from './rpc-states.js';
import { RPC_TRANSPORT } from './rpc-transport.js';

/** The local RPC server, table for table. */
export const RPC_TABLES: readonly Table[] = [
  RPC_PAYLOAD,
  RPC_OBJECTS,
  RPC_ENUMERATIONS,
  RPC_STATES,
  RPC_TRANSPORT,
  RPC_COMMANDS,
  RPC_AUTHENTICATION,
  RPC_EVENTS,
  RPC_ERRORS,
  RPC_LIMITS,
];
