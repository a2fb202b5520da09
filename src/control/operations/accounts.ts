import Type from 'typebox';
import { SnowflakeSchema } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody, operation } from '../operation.js';
import { AccountSchema } from '../saved-accounts.js';
import { readSignedInAccount } from './account.js';

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
