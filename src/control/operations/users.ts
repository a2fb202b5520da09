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

export const beginTwoFactor = serviceOperation({
  name: 'Begin two-factor',
  summary: 'Creates a two-factor secret for a person of the service.',
  method: 'POST',
  path: '/users/{id}/two-factor',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
  handle: ({ control, params }) => requireAdministration(control).beginTwoFactor(params.id),
});

export const confirmTwoFactor = serviceOperation({
  name: 'Confirm two-factor',
  summary: 'Enables two-factor authentication with a code of the new secret.',
  method: 'POST',
  path: '/users/{id}/two-factor/confirm',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ code: Type.String({ maxLength: 64 }) }),
  reply: Type.Object({ backup_codes: Type.Array(Type.String()) }),
  handle: async ({ control, params, body }) => ({
    backup_codes: await requireAdministration(control).confirmTwoFactor(params.id, body.code),
  }),
});

export const disableTwoFactor = serviceOperation({
  name: 'Disable two-factor',
  summary: 'Disables two-factor authentication of a person, for example one who lost their device.',
  method: 'DELETE',
  path: '/users/{id}/two-factor',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: NoBody,
  reply: Type.Object({}),
  handle: async ({ control, params }) => {
    await requireAdministration(control).disableTwoFactor(params.id);
    return {};
  },
});
