import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../dispatch/command.js';

const args = Type.Object({ user_id: Type.String() });

export const sendActivityJoinInvite = command({
  name: 'SEND_ACTIVITY_JOIN_INVITE',
  summary: 'Lets somebody join who asked to.',
  details: 'The service does not pass on such requests yet, so there is none to answer: 4010.',
  access: 'local',
  args,
  data: Type.Null(),
  errors: ['INVALID_USER'],
  handle: (_context, { user_id: id }) => rpcErrors.invalidUser(id.slice(0, 64)),
});

/** It closes what is open: without a request there is nothing to do. */
const CLOSE = { access: 'local', args, data: Type.Null(), errors: [], handle: () => null } as const;

export const closeActivityJoinRequest = command({
  ...CLOSE,
  name: 'CLOSE_ACTIVITY_JOIN_REQUEST',
  summary: 'Declines the request of somebody to join.',
});

export const closeActivityRequest = command({
  ...CLOSE,
  name: 'CLOSE_ACTIVITY_REQUEST',
  summary: 'The same by another name.',
});
