import Type from 'typebox';
import { ServiceError } from '../../client/service-error.js';
import { type ControlContext, requireSignedIn } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';
import { AccountSchema } from '../saved-accounts.js';

export const getAccount = operation({
  name: 'Get account',
  summary: 'Returns the signed-in person with their token.',
  method: 'GET',
  path: '/account',
  access: 'cli',
  errors: ['unavailable'],
  body: NoBody,
  reply: AccountSchema,
  handle: ({ control }) => readSignedInAccount(control),
});

export const login = operation({
  name: 'Sign in',
  summary: 'Signs in as another person and keeps the former account.',
  method: 'POST',
  path: '/account',
  access: 'cli',
  errors: ['refused', 'unavailable'],
  body: Type.Object({ token: Type.String({ minLength: 1 }) }),
  reply: AccountSchema,
  async handle({ control, body }) {
    await signIn(control, body.token);
    await control.accounts.saved();
    return readSignedInAccount(control);
  },
});

/** @throws {ControlError} refused, if the service does not know the token */
async function signIn({ client }: ControlContext, token: string): Promise<void> {
  try {
    await client.signIn(token);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 401) throw error;
    throw new ControlError(
      'refused',
      'the service does not accept this token',
      'Check that it is whole and of this service. Accounts that signed in before: guildhall accounts list',
    );
  }
}

/** @throws {ControlError} unavailable, while nobody is signed in */
export function readSignedInAccount({ client }: ControlContext) {
  const { id, username, discriminator } = requireSignedIn(client);
  return { id, username, discriminator, token: client.token };
}
