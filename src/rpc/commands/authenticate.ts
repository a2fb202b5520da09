import Type from 'typebox';
import { hashSecret } from '../../platform/crypto/secrets.js';
import { ApplicationSchema } from '../../protocol/objects/application.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcUserSchema } from '../../protocol/rpc/user.js';
import { Secret } from '../../protocol/schema.js';
import { mayUseOrigin } from '../applications/may-use-origin.js';
import { command } from '../dispatch/command.js';
import { toRpcUser } from '../views/user.js';

export const authenticate = command({
  name: 'AUTHENTICATE',
  summary: 'Lets the connection act for the person, within the scopes of an access token.',
  access: 'anyone',
  args: Type.Object({ access_token: Secret(Type.String({ maxLength: 512 })) }),
  data: Type.Object({
    application: ApplicationSchema,
    expires: Type.String(),
    user: RpcUserSchema,
    scopes: Type.Array(Type.String()),
  }),
  errors: ['INVALID_TOKEN'],
  async handle({ attempts, captures, client, revocationWatch, session, voiceHolders }, args) {
    const { access_token: token } = args;
    const tokenHash = hashSecret(token);
    const applicationId = session.application.id;
    const lookUp = () =>
      attempts.findAuthorization(session, token, applicationId, ({ application }) => {
        // The origin was registered when the connection was opened; the person may have been asked since.
        return application.id === applicationId && mayUseOrigin(application, session.origin);
      });
    const granted = await revocationWatch.use({ applicationId, tokenHash }, lookUp, (found) => {
      if (found === null) throw rpcErrors.invalidToken();
      if (found.user.id !== client.user?.id) throw rpcErrors.tokenOfAnotherUser();
      session.authorization = {
        user: toRpcUser(found.user),
        scopes: new Set(found.scopes),
        expiresAt: Date.parse(found.expires),
        token,
        tokenHash,
      };
      captures.reviewAuthorization(session);
      voiceHolders.review(session);
      return found;
    });
    const { description, icon, id, rpc_origins, name } = granted.application;
    return {
      application: { description, icon, id, rpc_origins, name },
      expires: granted.expires,
      user: toRpcUser(granted.user),
      scopes: granted.scopes,
    };
  },
});
