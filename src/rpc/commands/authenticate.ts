import Type from 'typebox';
import { hashSecret } from '../../platform/secrets.js';
import { ApplicationSchema } from '../../protocol/objects/application.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcUserSchema } from '../../protocol/rpc/user.js';
import { Secret } from '../../protocol/schema.js';
import { command } from '../command.js';
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
  async handle({ attempts, captures, client, session, voiceHolders }, { access_token: token }) {
    const granted = await attempts.verify(session.id, token, async () => {
      const found = await client.authorization(token);
      if (found === null || found.application.id !== session.application.id) throw rpcErrors.invalidToken();
      return found;
    });
    if (granted.user.id !== client.user?.id) throw rpcErrors.tokenOfAnotherUser();
    const user = toRpcUser(granted.user);
    session.authorization = {
      user,
      scopes: new Set(granted.scopes),
      expiresAt: Date.parse(granted.expires),
      tokenHash: hashSecret(token),
    };
    captures.reviewAuthorization(session);
    voiceHolders.review(session);
    const { description, icon, id, rpc_origins, name } = granted.application;
    return {
      application: { description, icon, id, rpc_origins, name },
      expires: granted.expires,
      user,
      scopes: granted.scopes,
    };
  },
});
