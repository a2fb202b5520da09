import Type from 'typebox';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';
import { requireAdministration } from '../require-administration.js';
import { AccountSchema } from './account.js';

/** Makes one more person of the embedded service; what of them counts as verified decides where they may speak. */
export const createUser = operation({
  method: 'POST',
  path: '/users',
  page: false,
  body: Type.Object({
    username: Type.String(),
    verified: Type.Optional(Type.Boolean()),
    phone: Type.Optional(Type.String()),
  }),
  reply: AccountSchema,
  handle: ({ control, body: { username, ...facts } }) =>
    requireAdministration(control).createUser(username, facts),
});

/** The people of the embedded service. */
export const listUsers = operation({
  method: 'GET',
  path: '/users',
  page: false,
  body: NoBody,
  reply: Type.Array(AccountSchema),
  handle: ({ control }) => requireAdministration(control).listUsers(),
});
