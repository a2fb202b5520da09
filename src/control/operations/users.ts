import Type from 'typebox';
import { requireAdministration } from '../context.js';
import { NoBody, serviceOperation } from '../operation.js';
import { AccountSchema } from '../saved-accounts.js';

export const createUser = serviceOperation({
  name: 'Create user',
  summary: 'Creates another person of the service.',
  details: '`verified` and `phone` decide where the person may write.',
  method: 'POST',
  path: '/users',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({
    username: Type.String(),
    verified: Type.Optional(Type.Boolean()),
    phone: Type.Optional(Type.String()),
  }),
  reply: AccountSchema,
  handle: ({ control, body: { username, ...facts } }) =>
    requireAdministration(control).createUser(username, facts),
});

export const listUsers = serviceOperation({
  name: 'List users',
  summary: 'Returns the people of the service.',
  method: 'GET',
  path: '/users',
  access: 'cli',
  errors: ['unavailable'],
  body: NoBody,
  reply: Type.Array(AccountSchema),
  handle: ({ control }) => requireAdministration(control).listUsers(),
});
