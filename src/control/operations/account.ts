import Type from 'typebox';
import { Nullable, SnowflakeSchema } from '../../protocol/schema.js';
import type { ControlContext } from '../context.js';
import { ControlError } from '../errors.js';
import { NoBody } from '../no-body.js';
import { operation } from '../operation.js';

/** The signed-in person (README.md, The command line). */
export const AccountSchema = Type.Object({
  id: SnowflakeSchema,
  username: Type.String(),
  discriminator: Type.String(),
  token: Nullable(Type.String()),
});

/** Who is signed in. For the command line alone: it holds the person's token. */
export const getAccount = operation({
  method: 'GET',
  path: '/account',
  page: false,
  body: NoBody,
  reply: AccountSchema,
  handle: ({ control }) => readSignedInAccount(control),
});

/** Signs in as somebody else. The former account is kept. */
export const login = operation({
  method: 'POST',
  path: '/account',
  page: false,
  body: Type.Object({ token: Type.String({ minLength: 1 }) }),
  reply: AccountSchema,
  async handle({ control, body }) {
    await control.client.signIn(body.token);
    return readSignedInAccount(control);
  },
});

/** @throws {ControlError} unavailable, while nobody is signed in */
export function readSignedInAccount({ client }: ControlContext) {
  if (client.user === null) {
    throw new ControlError(
      'unavailable',
      'nobody is signed in: the service has not answered yet',
      'See the state of the service with: guildhall status',
    );
  }
  const { id, username, discriminator } = client.user;
  return { id, username, discriminator, token: client.token };
}
