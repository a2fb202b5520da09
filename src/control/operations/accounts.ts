import Type from 'typebox';
import { ServiceError } from '../../client/service-error.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
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
function readSignedInAccount({ client }: ControlContext) {
  const { id, username, discriminator } = requireSignedIn(client);
  return { id, username, discriminator, token: client.token };
}

/** An account that this home keeps for the service in use, without its token (README.md, The command line). */
const SavedAccountSchema = Type.Object({
  id: SnowflakeSchema,
  username: Type.String(),
  discriminator: Type.String(),
  /** whether it is the one that is signed in */
  current: Type.Boolean(),
});

export const listAccounts = operation({
  name: 'List accounts',
  summary: 'Returns the accounts that signed in before, without their tokens.',
  method: 'GET',
  path: '/accounts',
  access: 'cli',
  errors: [],
  body: NoBody,
  reply: Type.Array(SavedAccountSchema),
  handle: ({ control: { accounts } }) =>
    accounts.list().map(({ id, username, discriminator }) => ({
      id,
      username,
      discriminator,
      current: id === accounts.current?.id,
    })),
});

export const switchAccount = operation({
  name: 'Switch account',
  summary: 'Signs in with an account that signed in before.',
  method: 'POST',
  path: '/accounts/{id}/current',
  access: 'cli',
  errors: ['not_found', 'refused', 'unavailable'],
  body: NoBody,
  reply: AccountSchema,
  async handle({ control, params }) {
    const account = control.accounts.find(params.id);
    if (account === null) {
      throw new ControlError(
        'not_found',
        `there is no account ${params.id}`,
        'See the accounts with: guildhall accounts list',
      );
    }
    await control.client.signIn(account.token);
    await control.accounts.saved();
    return readSignedInAccount(control);
  },
});
