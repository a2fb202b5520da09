import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { Refusal } from '#guildhall/guilds/refusal.js';
import { addMemberRole, modifyMember } from '#guildhall/guilds/rules/members.js';
import { createRole, deleteRole, modifyRole, moveRoles } from '#guildhall/guilds/rules/roles.js';
import { PERMISSIONS } from '#guildhall/protocol/permissions.js';
import { actor, context, decide, GUILD, guild, member, OWNER, owned, role } from './worlds.js';

const refuses = (error: string, act: () => unknown) =>
  assert.throws(act, (thrown: unknown) => thrown instanceof Refusal && thrown.error === error);

/** Roles 201 to 204 from the lowest to the highest; 7 stands on 203. */
const state = () =>
  guild({
    roles: [
      role(GUILD, { permissions: PERMISSIONS.MANAGE_ROLES }),
      ...[1, 2, 3, 4].map((position) => role(`20${position}`, { position })),
    ],
    members: [member(OWNER), member('7', ['203'])],
  });

describe('Sorting roles', () => {
  const order = (positions: { id: string; position: number }[], by = OWNER) =>
    decide(moveRoles, { guild: state(), actor: actor(by) }, positions).result.map(({ id }) => id);

  test('puts those named where they are to be and closes ranks around them', () => {
    assert.deepEqual(order([{ id: '201', position: 3 }]), [GUILD, '202', '203', '201', '204']);
    assert.deepEqual(order([{ id: '204', position: 1 }]), [GUILD, '204', '201', '202', '203']);
    assert.deepEqual(
      order([
        { id: '201', position: 2 },
        { id: '202', position: 1 },
      ]),
      [GUILD, '202', '201', '203', '204'],
    );
    assert.deepEqual(order([{ id: '201', position: 99 }]), [GUILD, '202', '203', '204', '201']);
  });

  test('keeps the order of roles that are to be at one position', () => {
    const asked = ['203', '202'].map((id) => ({ id, position: 1 }));
    assert.deepEqual(order(asked), [GUILD, '202', '203', '201', '204']);
  });

  test('leaves @everyone at the bottom, whatever is asked', () => {
    const asked = [
      { id: GUILD, position: 3 },
      { id: '202', position: 0 },
    ];
    assert.deepEqual(order(asked), [GUILD, '202', '201', '203', '204']);
  });

  test('accepts a list of all roles if only the order of lower ones changes', () => {
    const all = ['202', '201', '203', '204'].map((id, index) => ({ id, position: index + 1 }));
    assert.deepEqual(order(all, '7'), [GUILD, '202', '201', '203', '204']);
    refuses('MISSING_PERMISSIONS', () => order([{ id: '202', position: 3 }], '7'));
    refuses('MISSING_PERMISSIONS', () => order([{ id: '204', position: 1 }], '7'));
  });

  test('emits events only for roles whose position changed', () => {
    const { events, changes } = decide(moveRoles, owned(state()), [{ id: '201', position: 2 }]);
    assert.equal(changes.length, 2);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['roleUpdated', 'roleUpdated'],
    );
    assert.deepEqual(decide(moveRoles, owned(state()), []).events, []);
  });
});

test('a new role is below all others, even if one is at the bottom already', () => {
  const world = state();
  const ids = context();
  const first = decide(createRole, owned(world), {}, ids);
  applyChanges(world, first.changes);
  const second = decide(createRole, owned(world), {}, ids);
  applyChanges(world, second.changes);
  const sorted = decide(moveRoles, owned(world), []).result.map(({ id }) => id);
  assert.deepEqual(sorted, [GUILD, second.result.id, first.result.id, '201', '202', '203', '204']);
});

test('a managed role is not deleted', () => {
  const world = guild({ roles: [role(GUILD), role('201', { position: 1, managed: true })] });
  refuses('MISSING_PERMISSIONS', () => decide(deleteRole, owned(world), '201'));
});

describe('MANAGE_ROLES', () => {
  const { ADMINISTRATOR } = PERMISSIONS;
  const world = () => {
    const powerful = ['202', '204'].map((id) =>
      role(id, { position: Number(id) - 200, permissions: ADMINISTRATOR }),
    );
    const base = state();
    return guild({
      roles: [...base.roles.values(), ...powerful],
      members: [...base.members.values(), member('8')],
    });
  };
  const by7 = () => ({ guild: world(), actor: actor('7') });

  test("grants every role below the caller's highest, whatever the role permits", () => {
    for (const userId of ['7', '8']) {
      decide(addMemberRole, by7(), { userId, roleId: '202' });
      refuses('MISSING_PERMISSIONS', () => decide(addMemberRole, by7(), { userId, roleId: '204' }));
    }
    decide(modifyMember, by7(), { userId: '7', roles: ['203', '202'] });
    refuses('MISSING_PERMISSIONS', () => decide(modifyMember, by7(), { userId: '7', roles: ['203', '204'] }));
  });

  test('adds only own permissions to a role', () => {
    const fields = { permissions: ADMINISTRATOR };
    refuses('MISSING_PERMISSIONS', () => decide(modifyRole, by7(), { id: '201', fields }));
    refuses('MISSING_PERMISSIONS', () => decide(createRole, by7(), fields));
    decide(modifyRole, by7(), { id: '202', fields: { ...fields, name: 'renamed' } });
  });
});
