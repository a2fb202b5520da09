import { findBy, type Json, textAt, valueAt } from './json.js';
import { fill, fillJson, type Ids, PERMISSIONS, type Permission, type Request } from './operation.js';
import type { RestRequest } from './rest.js';
import type { Trial } from './trial.js';
import type { Person, World } from './world.js';

/** What members may do without a role: VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, CONNECT, SPEAK. */
const EVERYONE = 0x310c00;
/** Roles of the stage from the lowest to the highest; the caller has the last. */
const ROLES = ['low', 'middle', 'power'] as const;

/** A guild of one row: owned by a bot, with a caller, a target and an observer who receives its events. */
export class Stage {
  #barriers = 0;

  private constructor(
    private readonly trial: Trial,
    readonly ids: Ids,
    readonly caller: Person,
    readonly owner: string,
  ) {}

  static async make(trial: Trial): Promise<Stage> {
    const { world } = trial;
    const owner = world.game.bot;
    const body = {
      name: 'Stage',
      roles: [
        { id: 1, permissions: EVERYONE },
        ...ROLES.map((name, index) => ({ id: index + 2, name, permissions: 0 })),
      ],
      channels: [
        { name: 'talk', type: 0 },
        { name: 'more', type: 0 },
        { name: 'Voice', type: 2 },
        { name: 'Lounge', type: 2 },
      ],
    };
    const made = (await world.rest({ method: 'POST', path: '/guilds', as: owner, body })).body;
    const guild = textAt(made, 'id');
    trial.afterwards(() => trial.world.deleteGuild(guild, owner));
    const channels = (await world.rest({ method: 'GET', path: `/guilds/${guild}/channels`, as: owner })).body;
    const channel = (name: string) => textAt(findBy(channels, 'name', name), 'id');
    const role = (name: string) => textAt(findBy(valueAt(made, 'roles'), 'name', name), 'id');
    const [caller, target, newcomer] = await Promise.all([
      world.person('Mae'),
      world.person('Tim'),
      world.person('Ned'),
    ]);
    const ids = {
      ...{
        guild,
        talk: channel('talk'),
        more: channel('more'),
        voice: channel('Voice'),
        lounge: channel('Lounge'),
      },
      ...{ low: role('low'), middle: role('middle'), power: role('power') },
      ...{ caller: caller.id, target: target.id, newcomer: newcomer.id, observer: world.ada.id },
      token: await world.token(world.game, newcomer),
    };
    const stage = new Stage(trial, ids, caller, owner);
    await stage.#populate(target);
    return stage;
  }

  /** Does something as the owner that the row is not about. */
  async arrange(request: Request): Promise<Json> {
    const { method, path, body } = request;
    const filled = { method, path: fill(path, this.ids), as: this.owner };
    const reply = await this.trial.world.rest(
      body === undefined ? filled : { ...filled, body: fillJson(body, this.ids) },
    );
    return reply.body ?? null;
  }

  /** The request of a row, with the ids of this stage. */
  fill({ method, path, body }: Request, as: string): RestRequest {
    const filled = { method, path: fill(path, this.ids), as };
    return body === undefined ? filled : { ...filled, body: fillJson(body, this.ids) };
  }

  /** Gives the caller a permission and no other. */
  async grant(permission: Permission): Promise<void> {
    const body = { permissions: PERMISSIONS[permission] };
    await this.arrange({ method: 'PATCH', path: '/guilds/{guild}/roles/{power}', body });
  }

  /** Waits until the observer has heard all that was done so far; gives the number of the next event. */
  async barrier(): Promise<number> {
    this.#barriers += 1;
    const name = `Barrier ${this.#barriers}`;
    await this.arrange({ method: 'PATCH', path: '/guilds/{guild}', body: { name } });
    const { gateway } = this.trial.world;
    const isBarrier = (data: Json) =>
      valueAt(data, 'name') === name && valueAt(data, 'id') === this.ids.guild;
    await gateway.event('GUILD_UPDATE', isBarrier);
    return gateway.events.findLastIndex(({ data }) => isBarrier(data)) + 1;
  }

  /** Names of the events that the observer heard since event number `from`, without the barrier's. */
  async heard(from: number): Promise<string[]> {
    const end = (await this.barrier()) - 1;
    return this.trial.world.gateway.events
      .slice(from, end)
      .filter(({ data }) => this.#isOfGuild(data))
      .map(({ name }) => name);
  }

  #isOfGuild(data: Json): boolean {
    return [valueAt(data, 'guild_id'), valueAt(data, 'id')].includes(this.ids.guild);
  }

  async #populate(target: Person): Promise<void> {
    const { world } = this.trial;
    // Messages that greet new members are no part of a row.
    await this.arrange({ method: 'PATCH', path: '/guilds/{guild}', body: { system_channel_id: null } });
    for (const person of [this.caller, target, world.ada])
      await world.join(this.owner, this.ids.talk ?? '', person);
    const body = ROLES.map((name, index) => ({ id: `{${name}}`, position: index + 1 }));
    await this.arrange({ method: 'PATCH', path: '/guilds/{guild}/roles', body });
    await this.arrange({ method: 'PUT', path: '/guilds/{guild}/members/{caller}/roles/{power}' });
    await waitForGuild(world, this.ids.guild ?? '');
  }
}

async function waitForGuild(world: World, guild: string): Promise<void> {
  await world.gateway.event('GUILD_CREATE', (data) => valueAt(data, 'id') === guild);
}
