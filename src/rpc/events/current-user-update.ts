import Type from 'typebox';
import { LocalUserSchema } from '../../protocol/rpc/user.js';
import { event } from '../subscriptions/event.js';
import { toLocalUser } from '../views/user.js';

export const currentUserUpdate = event({
  name: 'CURRENT_USER_UPDATE',
  summary: "Another person signed in, or the person's name or avatar changed.",
  access: 'local',
  errors: [],
  args: Type.Object({}),
  data: LocalUserSchema,
  sources: ['signIn', 'userUpdate'],
  subscription: () => ({}),
  dispatch: (_context, { user }) => toLocalUser(user),
});
