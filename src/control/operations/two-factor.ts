import Type from 'typebox';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';
import { requireAdministration } from '../require-administration.js';

/** Makes a two-factor secret for a person of the embedded service. */
export const beginTwoFactor = operation({
  method: 'POST',
  path: '/users/:id/two-factor',
  page: false,
  body: NoBody,
  reply: Type.Object({ secret: Type.String(), uri: Type.String() }),
  handle: ({ control, params }) => requireAdministration(control).beginTwoFactor(params.id),
});

/** Enables two-factor with a code of the new secret. */
export const confirmTwoFactor = operation({
  method: 'POST',
  path: '/users/:id/two-factor/confirm',
  page: false,
  body: Type.Object({ code: Type.String({ maxLength: 64 }) }),
  reply: Type.Object({ backup_codes: Type.Array(Type.String()) }),
  handle: async ({ control, params, body }) => ({
    backup_codes: await requireAdministration(control).confirmTwoFactor(params.id, body.code),
  }),
});

/** Takes two-factor from a person, e.g. one who lost their device. */
export const disableTwoFactor = operation({
  method: 'DELETE',
  path: '/users/:id/two-factor',
  page: false,
  body: NoBody,
  reply: Type.Object({}),
  handle: async ({ control, params }) => {
    await requireAdministration(control).disableTwoFactor(params.id);
    return {};
  },
});
