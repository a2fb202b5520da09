import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreClosedError, StoreError } from '#guildhall/store/errors.js';
import { Database } from '#guildhall/store/sqlite/database.js';

test('A database closes after the same statement was asked for many times at once', async () => {
  const database = await Database.open(':memory:');
  const results = Array.from({ length: 10 }, () => database.first<{ one: number }>('SELECT 1 AS one'));
  assert.deepEqual(new Set((await Promise.all(results)).map((row) => row?.one)), new Set([1]));
  await database.close();
});

test('A database closes although somebody still asks for another statement', async () => {
  const database = await Database.open(':memory:');
  await database.first('SELECT 1');
  const closed = database.close();
  await assert.rejects(database.first('SELECT 2'), StoreClosedError);
  await closed;
});

test('A statement that cannot be prepared is prepared again the next time', async () => {
  const database = await Database.open(':memory:');
  await assert.rejects(database.all('SELECT * FROM later'), StoreError);
  await database.exec('CREATE TABLE later (id INTEGER)');
  assert.deepEqual(await database.all('SELECT * FROM later'), []);
  await database.close();
});
