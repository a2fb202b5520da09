import Type from 'typebox';
import { LocalUserSchema } from '../../protocol/rpc/user.js';
import { Nullable } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { toLocalUser } from '../views/user.js';

export const getUser = command({
  name: 'GET_USER',
  summary: 'Returns the person; null for any other user.',
  access: 'local',
  args: Type.Object({ id: Type.Optional(Nullable(Type.String())) }),
  data: Nullable(LocalUserSchema),
  errors: [],
  handle({ client: { user } }, { id }) {
    return user !== null && (id ?? user.id) === user.id ? toLocalUser(user) : null;
  },
});
