import type { TestService } from './test-service.js';
import type { World } from './world.js';

/** An integration as its operations show it. */
export interface ShownIntegration {
  readonly id: string;
  readonly role_id: string;
  readonly synced_at: string;
  readonly syncing: boolean;
}

export function integrationPath({ guild }: World, id: string): string {
  return `/guilds/${guild}/integrations/${id}`;
}

/** Attaches an integration of the bot's, without a grace period unless told. */
export async function attach(
  service: TestService,
  world: World,
  id: string,
  more: object = {},
): Promise<ShownIntegration> {
  const { guild, bot } = world;
  await service.ok('POST', `/guilds/${guild}/integrations`, { as: bot, json: { type: 'twitch', id } });
  await service.ok('PATCH', integrationPath(world, id), { as: bot, json: more });
  return showIntegration(service, world, id);
}

export async function showIntegration(
  service: TestService,
  { guild, bot }: World,
  id: string,
): Promise<ShownIntegration> {
  const shown: ShownIntegration[] = await service.ok('GET', `/guilds/${guild}/integrations`, { as: bot });
  const found = shown.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`there is no integration ${id}`);
  return found;
}

export function sync(service: TestService, world: World, id: string): Promise<unknown> {
  return service.ok('POST', `${integrationPath(world, id)}/sync`, { as: world.bot });
}

/** Lets somebody subscribe. @param expiresAt milliseconds since the Unix epoch; null: until further notice */
export function subscribe(
  service: TestService,
  { guild }: World,
  id: string,
  userId: string,
  expiresAt: number | null = null,
): Promise<unknown> {
  const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return service.api.administration.changeSubscribers(guild, id, [{ user_id: userId, expires_at }], []);
}

/** The roles of a member; null where nobody is. */
export async function rolesOf(
  service: TestService,
  { guild, bot }: World,
  userId: string,
): Promise<string[] | null> {
  const { body, status } = await service.request('GET', `/guilds/${guild}/members/${userId}`, { as: bot });
  return status === 404 ? null : body.roles;
}
