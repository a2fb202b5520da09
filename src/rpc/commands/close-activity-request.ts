import type { Command } from '../dispatch/command.js';
import { closeActivityJoinRequest } from './close-activity-join-request.js';

export const closeActivityRequest: Command = {
  ...closeActivityJoinRequest,
  name: 'CLOSE_ACTIVITY_REQUEST',
  summary: 'The same by another name.',
};
