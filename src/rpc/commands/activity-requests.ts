import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { Nullable } from '../../protocol/schema.js';
import type { CommandContext } from '../context.js';
import { command } from '../dispatch/command.js';

const args = Type.Object({ user_id: Type.String(), pid: Type.Optional(Nullable(Type.Integer())) });

export const sendActivityJoinInvite = command({
  name: 'SEND_ACTIVITY_JOIN_INVITE',
  summary: 'Lets somebody join the game who asked to.',
  details:
    'They receive the join secret of the activity of this connection. 4010: nobody with this id asks to join the game of this connection (see Joining).',
  access: 'local',
  args,
  data: Type.Null(),
  errors: ['INVALID_USER'],
  async handle({ activityRequests, session }, { user_id: id }) {
    const isAnswered = await activityRequests.answer(session, id, true);
    return isAnswered ? null : rpcErrors.invalidUser(id.slice(0, 64));
  },
});

const CLOSES = { access: 'local', args, data: Type.Null(), errors: [] } as const;

export const closeActivityJoinRequest = command({
  ...CLOSES,
  name: 'CLOSE_ACTIVITY_JOIN_REQUEST',
  summary: 'Declines the request of somebody to join.',
  handle: declineRequest,
});

export const closeActivityRequest = command({
  ...CLOSES,
  name: 'CLOSE_ACTIVITY_REQUEST',
  summary: 'The same by another name.',
  handle: declineRequest,
});

async function declineRequest(
  { activityRequests, session }: CommandContext,
  { user_id: id }: { readonly user_id: string },
): Promise<null> {
  await activityRequests.answer(session, id, false);
  return null;
}
