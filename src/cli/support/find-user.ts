import { type ControlClient, UnavailableError } from '../../control/control-client.js';
import { listUsers } from '../../control/operations/users.js';
import { UsageError } from '../../platform/errors.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { onlyOne } from './only-one.js';

/**
 * The id of the user with this id or name, with or without discriminator.
 *
 * @throws {UserError} if none or several have the name; {UsageError} for a name if a remote service has the users
 */
export async function findUserId(daemon: ControlClient, idOrName: string): Promise<Snowflake> {
  const name: string = idOrName;
  if (isSnowflake(idOrName)) return idOrName;
  const users = await daemon.call(listUsers, {}, {}).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UsageError(
      `expected a user id, got ${JSON.stringify(name)}`,
      'Those of your voice channel are in: guildhall voice status',
    );
  });
  const named = users.map(({ discriminator, id, username }) => {
    const tag = `${username}#${discriminator}`;
    return { id, name: name.includes('#') ? tag : username };
  });
  return onlyOne(named, name, {
    problem: `there is no user ${name}`,
    hint: 'See them with: guildhall users list',
  });
}
