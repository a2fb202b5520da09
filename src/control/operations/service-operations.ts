import { operationList } from '../../protocol/declaration/route-table.js';
import type { ServiceOperation } from '../operation.js';
import {
  changeTesters,
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  resetSecret,
  setApproved,
  updateApplication,
} from './applications.js';
import { changeSubscribers, configureGuild, createGuild } from './guilds.js';
import { stopDaemon } from './status.js';
import { beginTwoFactor, confirmTwoFactor, createUser, disableTwoFactor, listUsers } from './users.js';

/** What can be asked of the service alone: the operations of `guildhall api`, and part of those of a daemon. */
export const SERVICE_OPERATIONS = operationList<ServiceOperation>([
  stopDaemon,
  createApplication,
  listApplications,
  getApplication,
  updateApplication,
  resetSecret,
  deleteApplication,
  setApproved,
  changeTesters,
  createUser,
  listUsers,
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  createGuild,
  configureGuild,
  changeSubscribers,
]);
