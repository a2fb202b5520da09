import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateDeclarationError, tableByName } from '#guildhall/protocol/declaration/declaration-table.js';
import { operationList, RouteTable, splitPath } from '#guildhall/protocol/declaration/route-table.js';

const route = (method: string, path: string, name = `${method} ${path}`) => ({ name, method, path });

test('a table of declarations finds each by its name, in order', () => {
  const table = tableByName([{ name: 'B' }, { name: 'A' }]);
  assert.deepEqual([...table.keys()], ['B', 'A']);
  assert.deepEqual(table.get('A'), { name: 'A' });
});

test('a name that is declared twice is refused', () => {
  assert.throws(() => tableByName([{ name: 'A' }, { name: 'A' }]), DuplicateDeclarationError);
  assert.throws(
    () => operationList([route('GET', '/a', 'A'), route('GET', '/b', 'A')]),
    DuplicateDeclarationError,
  );
});

test('a route that is declared twice is refused, also with other names of parameters', () => {
  const twice = [route('GET', '/guilds/{guild.id}'), route('GET', '/guilds/{id}')];
  assert.throws(() => operationList(twice), DuplicateDeclarationError);
  const distinct = [
    route('GET', '/guilds/{id}'),
    route('PATCH', '/guilds/{id}'),
    route('GET', '/guilds/@me'),
  ];
  assert.deepEqual(operationList(distinct), distinct);
});

test('a route table finds the most exact declaration, in whatever order they were declared', () => {
  const routes = [
    route('GET', '/users/{user.id}'),
    route('GET', '/users/@me'),
    route('PATCH', '/users/@me'),
    route('GET', '/users/{user.id}/guilds'),
  ];
  for (const declared of [routes, [...routes].reverse()]) {
    const table = new RouteTable(declared);
    const find = (method: string, path: string) => table.find(method, splitPath(path))?.path ?? null;
    assert.equal(find('GET', '/users/@me'), '/users/@me');
    assert.equal(find('GET', '/users/1'), '/users/{user.id}');
    assert.equal(find('GET', '/users/@me/guilds'), '/users/{user.id}/guilds');
    assert.equal(find('PATCH', '/users/1'), null);
    assert.equal(find('GET', '/users'), null);
  }
});

test('a parameter of a route is one segment that is not empty', () => {
  const table = new RouteTable([route('GET', '/guilds/{guild.id}/members/{user.id}')]);
  const find = (path: string) => table.find('GET', splitPath(path));
  assert.ok(find('/guilds/1/members/2'));
  for (const path of [
    '/guilds/1/members/',
    '/guilds//members/2',
    '/guilds/1/members/2/3',
    '/x/guilds/1/members/2',
    '/guilds/1/members',
    '/Guilds/1/members/2',
  ]) {
    assert.equal(find(path), null, path);
  }
});

test('a path with a more exact route of another method leads to the general one', () => {
  const table = new RouteTable([route('GET', '/users/@me'), route('PATCH', '/users/{user.id}')]);
  assert.equal(table.find('PATCH', ['users', '@me'])?.path, '/users/{user.id}');
});

test('a route table gives the methods at a path, each once', () => {
  const table = new RouteTable([
    route('GET', '/users/{user.id}'),
    route('GET', '/users/@me'),
    route('PATCH', '/users/@me'),
  ]);
  assert.deepEqual(table.methodsAt('/users/@me'), ['GET', 'PATCH']);
  assert.deepEqual(table.methodsAt('/users/1'), ['GET']);
  assert.deepEqual(table.methodsAt('/guilds'), []);
});
