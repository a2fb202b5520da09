import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { StoreError } from '#guildhall/store/errors.js';
import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import { migrate } from '#guildhall/store/postgres/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/postgres/schema/steps.js';
import type { Store } from '#guildhall/store/store.js';
import { eventually } from '../../helpers/eventually.js';
import {
  type DatabaseServer,
  noPostgres,
  sharedPostgres,
  withConnection,
} from '../../helpers/postgres/postgres-server.js';
import { addAccounts, addGuild, changeGuild, loadGuild, renamed } from '../contract/fixtures.js';
import { openNode } from './support/open-node.js';
import { describeSchema, migrateTo, NEXT_STEPS } from './support/schema.js';
import { clusterOf } from './support/two-nodes.js';

/** The schema version with which nodes authenticate their messages. */
const BUS_KEY = 9;
/** A person of the first schema. */
const ADA = `INSERT INTO users (id, username, discriminator, bot, mfa_enabled, verified)
  VALUES (7, 'Ada', '0001', 0, 0, 1)`;
/** So long that it does not end during a test, in milliseconds. */
const LEASE_MS = 600_000;
/** The changes that a program makes before and after what is tested. */
const CHANGES = 5;

/** A program that changes a guild as its owner, without a pause, until it is stopped. */
class BusyProgram {
  stored = 0;
  #isStopped = false;
  readonly #work: Promise<void>;

  constructor(private readonly store: Store) {
    this.#work = this.#change();
    // `stop` reports it.
    this.#work.catch(() => undefined);
  }

  /** Waits until it has stored more changes. @throws if one of them failed */
  async storeMore(): Promise<void> {
    const enough = this.stored + CHANGES;
    await Promise.race([this.#work, eventually(() => this.stored >= enough)]);
  }

  /** @throws if one of its changes failed */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #change(): Promise<void> {
    const { store } = this;
    const { ownership } = clusterOf(store);
    await ownership.renew('older', LEASE_MS, false);
    const taken = await ownership.take('10', 'older');
    assert.ok(taken.kind === 'taken');
    const guild = await loadGuild(store, '10');
    while (!this.#isStopped) {
      const sequence = this.stored + 1;
      const entry = { guildId: '10', sequence, text: `entry ${sequence}` };
      const fence = { epoch: taken.epoch, entry, request: null };
      await changeGuild(store, guild, [renamed(guild, `change ${sequence}`)], { fence });
      assert.equal((await loadGuild(store, '10')).settings.name, `change ${sequence}`);
      // As a node does, again if the tables were locked for too long.
      const renew = () => ownership.renew('older', LEASE_MS, false).then(isNull, isGivenUp);
      await eventually(renew);
      this.stored = sequence;
    }
  }
}

describe('An upgrade of a PostgreSQL store', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let database: string;
  let settings: ConnectionSettings;
  const nodes: Store[] = [];
  const programs: BusyProgram[] = [];
  before(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    database = await server.copyDatabase();
    settings = server.settings(database);
  });
  afterEach(async () => {
    await Promise.allSettled(programs.splice(0).map((program) => program.stop()));
    await Promise.all(nodes.splice(0).map((node) => node.close()));
    await server.dropDatabase(database);
  });

  /** Opens the store as a program that knows some of the steps. */
  const open = async (steps = SCHEMA_STEPS) => {
    const node = await openNode(settings, { steps });
    nodes.push(node);
    return node;
  };

  /** Starts a program that changes a guild of a new store. */
  const startProgram = async (node: Store) => {
    await addAccounts(node, '1');
    await addGuild(node, '10');
    const program = new BusyProgram(node);
    programs.push(program);
    await program.storeMore();
    return program;
  };

  for (const version of SCHEMA_STEPS.keys()) {
    if (version === 0) continue;
    test(`from schema version ${version} preserves its people`, async () => {
      await migrateTo(settings, SCHEMA_STEPS.slice(0, version));
      await withConnection(settings, (connection) => connection.exec(ADA));
      const [ada] = await (await open()).accounts.byIds(['7']);
      assert.deepEqual([ada?.username, ada?.discriminator], ['Ada', '0001']);
      const created = await server.takeDatabase();
      assert.deepEqual(await describeSchema(settings), await describeSchema(server.settings(created)));
      await server.returnDatabase(created);
    });
  }

  test('lets a program of this schema continue, and refuses to start it again', async () => {
    const older = await open();
    const program = await startProgram(older);
    const newer = await open(NEXT_STEPS);
    await program.storeMore();
    await program.stop();
    const entries = await clusterOf(newer).entries.after('10', 0, program.stored + 1);
    assert.deepEqual(
      entries.map(({ text }) => text),
      Array.from({ length: program.stored }, (_, index) => `entry ${index + 1}`),
    );
    const guild = await loadGuild(newer, '10');
    assert.equal(guild.settings.name, `change ${program.stored}`);
    await clusterOf(older).ownership.release('older');
    assert.equal((await clusterOf(newer).ownership.take('10', 'newer')).kind, 'taken');
    await assert.rejects(
      open(),
      new UserError(
        `this store has schema version ${NEXT_STEPS.length}, but this program knows only versions up to ${SCHEMA_STEPS.length}`,
        'Run the newer program that made it',
      ),
    );
  });

  test('is refused while nodes run whose messages the others would drop', async () => {
    const older = await open(SCHEMA_STEPS.slice(0, BUS_KEY - 1));
    await clusterOf(older).ownership.renew('older', LEASE_MS, false);
    await assert.rejects(
      open(),
      new UserError(
        'nodes of a version that does not authenticate its messages are running',
        'Stop all nodes before this one is started. One that was killed counts for 3 s',
      ),
    );
    await clusterOf(older).ownership.release('older');
    assert.equal((await clusterOf(await open()).busKey()).length, 32);
  });

  test('of a newer schema is refused as such to a role that may not create tables', async () => {
    await migrateTo(settings, NEXT_STEPS);
    await withConnection(settings, async (connection) => {
      // Roles are those of the whole server.
      const role = `reader_of_${database}`;
      await connection.exec(
        `CREATE ROLE ${role}; GRANT SELECT ON schema_version TO ${role}; SET ROLE ${role}`,
      );
      await assert.rejects(migrate(connection, SCHEMA_STEPS), /knows only versions up to/);
      await connection.exec(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
    });
  });

  test('does not stop other programs while it waits for a table', async () => {
    const program = await startProgram(await open());
    await withConnection(settings, async (reader) => {
      // As pg_dump does: it reads a table, and its transaction stays open.
      await reader.exec('BEGIN; SELECT 1 FROM guilds LIMIT 1');
      const upgraded = migrateTo(settings, NEXT_STEPS);
      try {
        await eventually(() => isWaiting(settings));
        await program.storeMore();
      } finally {
        await reader.exec('COMMIT');
        await upgraded;
      }
    });
    await program.storeMore();
    await program.stop();
  });

  test('fails if a table stays in use, and can be tried again', async () => {
    await migrateTo(settings, SCHEMA_STEPS);
    await withConnection(settings, async (reader) => {
      await reader.exec('BEGIN; SELECT 1 FROM guilds LIMIT 1');
      await withConnection(settings, (connection) =>
        assert.rejects(migrate(connection, NEXT_STEPS, 2), /while another program uses its tables/),
      );
    });
    await migrateTo(settings, NEXT_STEPS);
  });
});

function isNull(value: unknown): true {
  assert.equal(value, null);
  return true;
}

/** False for a statement that PostgreSQL ended because it took too long; others fail the test. */
function isGivenUp(error: unknown): false {
  assert.ok(error instanceof StoreError && error.code === '57014', String(error));
  return false;
}

/** Whether a statement waits for a lock. */
async function isWaiting(settings: ConnectionSettings): Promise<boolean> {
  const waiting = await withConnection(settings, (connection) =>
    connection.query(
      `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND NOT granted`,
    ),
  );
  return waiting.length > 0;
}
