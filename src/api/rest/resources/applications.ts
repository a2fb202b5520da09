import Type from 'typebox';
import { ApplicationSchema } from '../../../protocol/objects/application.js';
import { UserSchema } from '../../../protocol/objects/user.js';
import { Nullable } from '../../../protocol/schema.js';
import { applicationFace } from '../../applications.js';
import { toPublicUser } from '../../user-directory.js';
import { operation, publicOperation } from '../operation.js';
import { RestError } from '../rest-error.js';

/** Registered applications as others see them (docs/rest.md, Operations). */
export const applicationOperations = [
  operation({
    name: 'Get current application',
    summary: 'Returns the application of the bot.',
    method: 'GET',
    path: '/oauth2/applications/@me',
    access: 'bot',
    status: 200,
    reply: Type.Object({
      ...ApplicationSchema.properties,
      bot_public: Type.Boolean(),
      bot_require_code_grant: Type.Boolean(),
      flags: Type.Integer(),
      owner: Nullable(UserSchema),
      /** always empty: no interaction is ever signed */
      verify_key: Type.String(),
    }),
    async handle({ caller, services: { store, users } }) {
      const row = caller.applicationId === null ? null : await store.applications.byId(caller.applicationId);
      if (row === null) throw new RestError('UNAUTHORIZED');
      const owner = row.owner_id === null ? null : await users.load(row.owner_id);
      return {
        ...applicationFace(row),
        bot_public: false,
        bot_require_code_grant: false,
        flags: 0,
        owner: owner && toPublicUser(owner),
        verify_key: '',
      };
    },
  }),
  publicOperation({
    name: 'Get application for RPC',
    summary: 'Returns the public fields of an application.',
    method: 'GET',
    path: '/oauth2/applications/{application.id}/rpc',
    status: 200,
    reply: ApplicationSchema,
    async handle({ params, services: { store } }) {
      const row = await store.applications.byId(params.application_id);
      if (row === null) throw new RestError('UNKNOWN_APPLICATION');
      return applicationFace(row);
    },
  }),
];
