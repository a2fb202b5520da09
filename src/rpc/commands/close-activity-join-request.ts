import Type from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';

/** Who asked to join. `pid` is what games send, and decides nothing. */
export const answerArgs = Type.Object({
  user_id: Type.String(),
  pid: Type.Optional(Nullable(Type.Integer())),
});

export const closeActivityJoinRequest = command({
  name: 'CLOSE_ACTIVITY_JOIN_REQUEST',
  summary: 'Declines the request of somebody to join.',
  access: 'local',
  args: answerArgs,
  data: Type.Null(),
  errors: [],
  async handle({ activityRequests, session }, { user_id: id }) {
    await activityRequests.answer(session, id, false);
    return null;
  },
});
