import Type from 'typebox';
import { LocalUserSchema } from '../../protocol/rpc/user.js';
import { event } from '../subscriptions/event.js';
import { toLocalUser } from '../views/user.js';

export const currentUserUpdate = event({
  name: 'CURRENT_USER_UPDATE',
  summary: 'Another person signed in.',
  access: 'local',
  errors: [],
  args: Type.Object({}),
  data: LocalUserSchema,
  sources: ['signIn'],
  subscription: () => ({}),
  dispatch: (_context, { user }) => toLocalUser(user),
});
