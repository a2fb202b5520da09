import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../helpers/fast-check.js';
import { compare, GuildModel, type Operation } from '../support/guild-model.js';
import type { Person, TestReply, TestService } from '../support/test-service.js';
import { withService } from '../support/test-service.js';
import { botHeader, grant } from '../support/world.js';

const PEOPLE = 5;
const at = fc.nat(99);
const who = fc.nat(PEOPLE - 1);
const permissions = fc.nat(0x7ff).map((bits) => bits & ~0x308);
const text = fc.constantFrom('Ada', 'Grace', 'Zoë 🎈', null);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ what: fc.constant('create role' as const), permissions }),
  fc.record({ what: fc.constant('edit role' as const), at, permissions }),
  fc.record({ what: fc.constant('move role' as const), at, to: fc.nat(8) }),
  fc.record({ what: fc.constant('delete role' as const), at }),
  fc.record({ what: fc.constantFrom('give role' as const, 'take role' as const), who, at }),
  fc.record({ what: fc.constant('set roles' as const), who, ats: fc.array(at, { maxLength: 4 }) }),
  fc.record({ what: fc.constant('name' as const), who, nick: text }),
  fc.record({ what: fc.constantFrom('kick', 'unban', 'join', 'join', 'leave'), who }),
  fc.record({ what: fc.constant('ban' as const), who, reason: text }),
  fc.record({ what: fc.constant('open room' as const), who, at }),
);

/** A guild of its own, that does to the service what the model says. */
class Play {
  readonly model = new GuildModel();

  private constructor(
    private readonly service: TestService,
    private readonly people: readonly (Person & { access: string })[],
    private readonly as: string,
    private readonly guild: string,
  ) {}

  static async begin(service: TestService): Promise<Play> {
    const game = await service.game({ name: 'Player' });
    const as = botHeader(game.bot);
    const guild = await service.ok('POST', '/guilds', { as, json: { name: 'Play' } });
    const people: (Person & { access: string })[] = [];
    for (let number = 0; number < PEOPLE; number++) {
      const person = await service.person('Ada');
      const { access_token } = await grant(service, game, person, 'guilds.join');
      people.push({ ...person, access: access_token });
    }
    const play = new Play(service, people, as, guild.id);
    play.model.roles = [{ id: guild.id, permissions: guild.roles[0].permissions }];
    play.model.join(game.bot.id);
    return play;
  }

  /** Does it to both, and holds the service's answer to what the model expects. */
  async does(operation: Operation): Promise<void> {
    switch (operation.what) {
      case 'create role': {
        const { id } = await this.#done('POST', '/roles', { permissions: operation.permissions });
        return this.model.createRole(id, operation.permissions);
      }
      case 'open room':
        return this.#openRoom(operation.who, operation.at);
      case 'edit role':
      case 'move role':
      case 'delete role':
        return this.#changeRole(operation);
      default:
        return this.#changeMember(operation);
    }
  }

  async #openRoom(who: number, at: number): Promise<void> {
    const { id: user } = this.#person(who);
    const role = this.model.role(at) ?? this.guild;
    const overwrites = [{ id: role, type: 'role', allow: 0, deny: 1 }];
    if (this.model.members.has(user)) overwrites.push({ id: user, type: 'member', allow: 1, deny: 0 });
    const room = await this.#done('POST', '/channels', { name: 'room', permission_overwrites: overwrites });
    this.model.rooms.set(room.id, new Set(overwrites.map(({ id }) => id)));
  }

  async #changeRole(
    operation: Extract<Operation, { what: 'edit role' | 'move role' | 'delete role' }>,
  ): Promise<void> {
    const id = this.model.role(operation.at);
    if (id === undefined) return;
    if (operation.what === 'move role') {
      await this.#done('PATCH', '/roles', [{ id, position: operation.to }]);
      this.model.moveRole(id, operation.to);
    } else if (operation.what === 'delete role') {
      await this.#done('DELETE', `/roles/${id}`);
      this.model.deleteRole(id);
    } else {
      await this.#done('PATCH', `/roles/${id}`, { permissions: operation.permissions });
      this.model.roles = this.model.roles.map((role) =>
        role.id === id ? { id, permissions: operation.permissions } : role,
      );
    }
  }

  async #changeMember(operation: Extract<Operation, { who: number }>): Promise<void> {
    const { id, token, access } = this.#person(operation.who);
    const { model } = this;
    const member = model.members.get(id);
    switch (operation.what) {
      case 'give role':
      case 'take role': {
        const role = model.role(operation.at);
        if (role === undefined) return;
        const method = operation.what === 'give role' ? 'PUT' : 'DELETE';
        await this.#expect(member ? 204 : 404, method, `/members/${id}/roles/${role}`);
        if (operation.what === 'give role') member?.roles.add(role);
        else member?.roles.delete(role);
        return;
      }
      case 'set roles': {
        const roles = operation.ats.flatMap((at) => model.role(at) ?? []);
        await this.#expect(member ? 204 : 404, 'PATCH', `/members/${id}`, { roles });
        if (member) member.roles = new Set(roles);
        return;
      }
      case 'name':
        await this.#expect(member ? 204 : 404, 'PATCH', `/members/${id}`, { nick: operation.nick });
        if (member) member.nick = operation.nick;
        return;
      case 'kick':
        await this.#expect(member ? 204 : 404, 'DELETE', `/members/${id}`);
        return model.leave(id);
      case 'leave': {
        const options = { as: token };
        const path = `/users/@me/guilds/${this.guild}`;
        const { status } = await this.service.request('DELETE', path, options);
        assert.equal(status, member ? 204 : 403);
        return model.leave(id);
      }
      case 'join': {
        const status = member ? 204 : model.bans.has(id) ? 403 : 201;
        await this.#expect(status, 'PUT', `/members/${id}`, { access_token: access });
        if (status === 201) model.join(id);
        return;
      }
      case 'ban':
        await this.#expect(204, 'PUT', `/bans/${id}`, { reason: operation.reason });
        // A later reason replaces the former one; a ban without a reason keeps it.
        model.bans.set(id, operation.reason ?? model.bans.get(id) ?? null);
        return model.leave(id);
      case 'unban':
        await this.#expect(model.bans.has(id) ? 204 : 404, 'DELETE', `/bans/${id}`);
        model.bans.delete(id);
    }
  }

  /** The guild as the service shows it, in the words of the model. */
  async shown(): Promise<object> {
    const shown = new GuildModel();
    const roles: { id: string; permissions: number }[] = await this.#done('GET', '/roles');
    shown.roles = roles.map(({ id, permissions: bits }) => ({ id, permissions: bits }));
    for (const { user, nick, roles: held } of await this.#done('GET', '/members?limit=1000')) {
      shown.members.set(user.id, { nick: nick ?? null, roles: new Set(held) });
    }
    for (const { user, reason } of await this.#done('GET', '/bans')) shown.bans.set(user.id, reason);
    for (const { id, permission_overwrites } of await this.#done('GET', '/channels')) {
      shown.rooms.set(id, new Set(permission_overwrites.map((one: { id: string }) => one.id).sort(compare)));
    }
    return shown.shown();
  }

  #person(who: number): Person & { access: string } {
    return this.people[who] ?? assert.fail('there are enough people');
  }

  async #expect(status: number, method: string, path: string, json?: unknown): Promise<TestReply> {
    const reply = await this.service.request(method, `/guilds/${this.guild}${path}`, { as: this.as, json });
    assert.equal(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply;
  }

  #done(method: string, path: string, json?: unknown): Promise<TestReply['body']> {
    return this.service.ok(method, `/guilds/${this.guild}${path}`, { as: this.as, json });
  }
}

test('any sequence of operations leaves the guild that a naive model predicts, also after a restart', async () => {
  await withService(async (service) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 20, maxLength: 100, size: 'max' }),
        async (operations) => {
          const play = await Play.begin(service);
          for (const one of operations) await play.does(one);
          assert.deepEqual(await play.shown(), play.model.shown());
          await service.restart();
          assert.deepEqual(await play.shown(), play.model.shown());
        },
      ),
      { numRuns: 25 },
    );
  });
});
