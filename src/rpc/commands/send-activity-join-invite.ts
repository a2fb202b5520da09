import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../dispatch/command.js';
import { answerArgs } from './close-activity-join-request.js';

export const sendActivityJoinInvite = command({
  name: 'SEND_ACTIVITY_JOIN_INVITE',
  summary: 'Lets somebody join the game who asked to.',
  details:
    'They receive the join secret of the activity of this connection. 4010: nobody with this id asks to join the game of this connection (see Joining).',
  access: 'local',
  args: answerArgs,
  data: Type.Null(),
  errors: ['INVALID_USER'],
  async handle({ activityRequests, session }, { user_id: id }) {
    const isAnswered = await activityRequests.answer(session, id, true);
    return isAnswered ? null : rpcErrors.invalidUser(id.slice(0, 64));
  },
});
