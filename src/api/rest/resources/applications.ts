import Type from 'typebox';
import { ApplicationSchema, ApplicationWithApprovalSchema } from '../../../protocol/objects/application.js';
import { UserSchema } from '../../../protocol/objects/user.js';
import { Nullable } from '../../../protocol/schema.js';
import { RestError } from '../../core/errors.js';
import { operation, publicOperation } from '../declare-operation.js';

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
      /** always empty: interactions are not signed */
      verify_key: Type.String(),
    }),
    needs: ['applicationStore', 'users'],
    async handle({ caller, services: { applicationStore, users }, version: { views } }) {
      const application =
        caller.applicationId === null ? null : await applicationStore.byId(caller.applicationId);
      if (application === null) throw new RestError('UNAUTHORIZED');
      const owner = application.ownerId === null ? null : await users.load(application.ownerId);
      return {
        ...views.publicApplication(application),
        bot_public: false,
        bot_require_code_grant: false,
        flags: 0,
        owner: owner && views.user(owner),
        verify_key: '',
      };
    },
  }),
  publicOperation({
    name: 'Get application for RPC',
    summary: 'Returns the public fields of an application, and whether it is approved.',
    method: 'GET',
    path: '/oauth2/applications/{application.id}/rpc',
    status: 200,
    reply: ApplicationWithApprovalSchema,
    needs: ['applicationStore'],
    async handle({ params, services: { applicationStore }, version: { views } }) {
      const application = await applicationStore.byId(params.application_id);
      if (application === null) throw new RestError('UNKNOWN_APPLICATION');
      return { ...views.publicApplication(application), approved: application.approved };
    },
  }),
];
