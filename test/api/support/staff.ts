import type { Person, TestService } from './test-service.js';
import { join, type World } from './world.js';

/** Somebody of the guild with a role of their own. */
export interface Staff {
  readonly person: Person;
  readonly token: string;
  readonly role: string;
}

/** Adds a person with a new role of these permissions, below all roles there are. */
export async function addStaff(service: TestService, world: World, permissions: number): Promise<Staff> {
  const { guild, bot, game } = world;
  const person = await service.person('Grace');
  const role = await service.ok('POST', `/guilds/${guild}/roles`, { as: bot, json: { permissions } });
  await join(service, game, person, guild, { roles: [role.id] });
  return { person, token: person.token, role: role.id };
}

/** Adds a person without any role. */
export async function addPerson(service: TestService, { game, guild }: World): Promise<Person> {
  const person = await service.person('Joan');
  await join(service, game, person, guild);
  return person;
}
