import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { type ConnectionSettings, readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { migrate } from '#guildhall/store/postgres/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/postgres/schema/steps.js';
import type { Certificate } from '../certificate.js';
import { eventually } from '../eventually.js';
import { atExit } from '../kill-at-exit.js';
import { OTHER_UID } from '../other-user.js';
import { askForEngine } from '../shared-engine.js';

/** Where Debian installs the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** What makes it start sooner and take less memory; nothing that is about durability. */
const SETTINGS = ['shared_buffers=32MB', 'max_connections=300', 'autovacuum=off', 'max_wal_size=512MB'];

/** Of a socket, and of a server that listens unless it is given another. */
const PORT = 5432;

/** Databases that others are copied from. Making the tables of a store takes five times as long as copying them. */
const WITH_TABLES = 'store';
const WITHOUT_TABLES = 'template1';

/** Databases that were returned are used again, by any process. */
const PREPARE_POOL = 'CREATE SEQUENCE database_numbers; CREATE TABLE returned_databases (name text)';
const TAKE_RETURNED = `DELETE FROM returned_databases
  WHERE name = (SELECT name FROM returned_databases LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name`;
const NEXT_NAME = "SELECT 'test_' || nextval('database_numbers') AS name";

/** How a server listens for clients over TCP. */
export interface ListenOptions {
  readonly address: string;
  /** the addresses of clients, e.g. `127.0.0.1/32` */
  readonly network: string;
  /** by default 5432 */
  readonly port?: number;
  /** only encrypted connections are accepted; the certificate is also that of the authority */
  readonly tls?: {
    readonly certificate: Certificate;
    /** how clients are authenticated, e.g. `trust`, `cert` */
    readonly method: string;
  };
}

/** Without foreign keys and triggers, so that the order of tables does not matter. */
const REMOVE_ROWS = `SET session_replication_role = replica;
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('schema_version', 'bus_key') LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
END $$`;

/** Why tests with PostgreSQL cannot run here, or false. In CI they run, and fail if it is missing. */
export const noPostgres =
  programsFolder() !== null || process.env.CI === 'true' ? false : 'PostgreSQL is missing';

/** The databases of a server, for one test each. */
export class DatabaseServer {
  /**
   * @param folder of its Unix socket
   * @param template what databases are copies of
   */
  constructor(
    readonly folder: string,
    private readonly template: string,
    protected readonly port = PORT,
  ) {}

  /** @param name of a database; `postgres` always exists */
  url(name: string): string {
    return `postgres://guildhall@localhost:${this.port}/${name}?host=${encodeURIComponent(this.folder)}`;
  }

  /** @param options of the session, e.g. `-c commit_delay=0` */
  settings(name: string, options = ''): ConnectionSettings {
    return readConnectionUrl(`${this.url(name)}&options=${encodeURIComponent(options)}`);
  }

  /** An empty database, with or without the tables of a store. @returns its name */
  async takeDatabase(): Promise<string> {
    const [returned] = await this.#query(TAKE_RETURNED);
    return returned?.name ?? this.copyDatabase(this.template);
  }

  /** Removes all rows from a database, which takes less time than dropping it, for the next test. */
  async returnDatabase(name: string): Promise<void> {
    await this.administrate(REMOVE_ROWS, name);
    await this.administrate(`INSERT INTO returned_databases VALUES ('${name}')`);
  }

  /**
   * A new database.
   *
   * @param original one that nobody is connected to; by default it is empty, without tables
   * @returns its name
   */
  async copyDatabase(original = WITHOUT_TABLES): Promise<string> {
    const [next] = await this.#query(NEXT_NAME);
    assert.ok(next);
    await this.administrate(`CREATE DATABASE ${next.name} TEMPLATE ${original}`);
    return next.name;
  }

  /** Drops a database whose tables are not those of a store. */
  async dropDatabase(name: string): Promise<void> {
    await this.administrate(`DROP DATABASE ${name} WITH (FORCE)`);
  }

  /** Runs a task with a database that is dropped afterwards. @param task gets its URL */
  async withDatabase(task: (url: string) => Promise<void>): Promise<void> {
    const name = await this.takeDatabase();
    try {
      await task(this.url(name));
    } finally {
      await this.dropDatabase(name);
    }
  }

  /** Runs a statement on a separate connection. */
  async administrate(sql: string, database = 'postgres'): Promise<void> {
    await withConnection(this.settings(database), (connection) => connection.exec(sql));
  }

  #query(sql: string): Promise<{ readonly name: string }[]> {
    return withConnection(
      this.settings('postgres'),
      async (connection) => (await connection.query(sql)) as { readonly name: string }[],
    );
  }
}

/** A PostgreSQL server of a test, on a Unix socket in a temporary folder. */
export class PostgresServer extends DatabaseServer {
  #process: ChildProcess | null = null;
  readonly #forget: () => void;

  private constructor(
    private readonly programs: string,
    folder: string,
    private readonly listens: ListenOptions | null,
  ) {
    super(folder, WITHOUT_TABLES, listens?.port);
    this.#forget = atExit(() => {
      this.#process?.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /**
   * Starts a server for a test that kills or configures it; others use `sharedPostgres`.
   *
   * @param listens for clients over TCP; by default there is only the Unix socket
   */
  static async startOwn(listens: ListenOptions | null = null): Promise<PostgresServer> {
    const programs = programsFolder();
    assert.ok(programs, 'PostgreSQL is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-pg-'));
    const server = new PostgresServer(programs, folder, listens);
    const identity = ownIdentity();
    if (identity !== null) chownSync(folder, identity.uid, identity.gid);
    const args = [
      '-D',
      join(folder, 'data'),
      '-U',
      'guildhall',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '-N',
    ];
    await promisify(execFile)(join(programs, 'initdb'), args, { ...identity, cwd: '/' });
    if (listens !== null) {
      const { network, tls } = listens;
      const rule =
        tls === undefined ? `host all all ${network} trust` : `hostssl all all ${network} ${tls.method}`;
      writeFileSync(join(folder, 'data', 'pg_hba.conf'), `local all all trust\n${rule}\n`);
      if (tls !== undefined) writeCertificate(folder, tls.certificate);
    }
    await server.resume();
    await server.administrate(PREPARE_POOL);
    return server;
  }

  /** Starts a server for many tests and processes: its folder is what they use it by. */
  static async startToShare(): Promise<PostgresServer> {
    const server = await PostgresServer.startOwn();
    await server.administrate(`CREATE DATABASE ${WITH_TABLES}`);
    await withConnection(server.settings(WITH_TABLES), (connection) => migrate(connection, SCHEMA_STEPS));
    return server;
  }

  /** Starts the server again, after it was killed. */
  async resume(): Promise<void> {
    const certificates = this.listens?.tls === undefined ? [] : tlsSettings(this.folder);
    const settings = [...SETTINGS, ...certificates].flatMap((setting) => ['-c', setting]);
    const args = [
      '-D',
      join(this.folder, 'data'),
      '-k',
      this.folder,
      '-c',
      `listen_addresses=${this.listens?.address ?? ''}`,
      '-p',
      String(this.port),
      ...settings,
    ];
    const errors: string[] = [];
    const child = spawn(join(this.programs, 'postgres'), args, {
      ...ownIdentity(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const keep = (chunk: Buffer) => errors.push(String(chunk));
    child.stderr.on('data', keep);
    this.#process = child;
    // It does not keep this process alive.
    child.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    const ended = () => (child.exitCode === null ? undefined : 'PostgreSQL ended');
    await eventually(
      async () => {
        const connection = await Connection.open(this.settings('postgres')).catch(() => null);
        await connection?.close();
        return connection !== null;
      },
      { describe: () => `PostgreSQL does not start: ${errors.join('')}`, ended, share: 3 },
    );
    child.stderr.off('data', keep).resume();
  }

  /** of the process that all others of the server are children of */
  get pid(): number {
    return this.#process?.pid ?? assert.fail('the server does not run');
  }

  /** The same over TCP, for programs on this machine. The server must listen. */
  tcpUrl(name: string): string {
    assert.ok(this.listens, 'the server has a Unix socket only');
    return `postgres://guildhall@${this.listens.address}:${this.port}/${name}`;
  }

  /** Ends it as a crash would: nothing more is written, and no connection is closed in order. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  /** SIGSTOP of all its processes: it answers nothing, and closes no connection. */
  suspend(): void {
    for (const pid of [this.pid, ...this.#children()]) process.kill(pid, 'SIGSTOP');
  }

  /** SIGCONT. */
  continue(): void {
    for (const pid of [...this.#children(), this.pid]) process.kill(pid, 'SIGCONT');
  }

  /** After `suspend`: ends its sessions in the middle of what they do, and recovers as after a crash of one. */
  crashSessions(): void {
    for (const pid of this.#children()) process.kill(pid, 'SIGKILL');
    process.kill(this.pid, 'SIGCONT');
  }

  #children(): number[] {
    const ids = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    return ids.split(' ').filter(Boolean).map(Number);
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    this.#forget();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    // Ctrl-C ends it, too.
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/** The server of this process alone, where no run shares one. It ends with the process. */
let ownShared: Promise<PostgresServer> | null = null;

/** The server that all tests share, for databases of their own. Nobody kills, stops or configures it. */
export async function sharedPostgres(): Promise<DatabaseServer> {
  const folder = await askForEngine('postgres');
  if (folder === null) {
    ownShared ??= PostgresServer.startToShare();
    return new DatabaseServer((await ownShared).folder, WITH_TABLES);
  }
  return new DatabaseServer(folder, WITH_TABLES);
}

/** Runs a task with a connection that does not belong to a node. */
export async function withConnection<Result>(
  settings: ConnectionSettings,
  task: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.open(settings, { statementMs: null });
  try {
    return await task(connection);
  } finally {
    await connection.close();
  }
}

/** The user that PostgreSQL runs as: it refuses to be run by root. */
function ownIdentity(): { readonly uid: number; readonly gid: number } | null {
  return process.getuid?.() === 0 ? { uid: OTHER_UID, gid: OTHER_UID } : null;
}

/** PostgreSQL refuses a key that others can read. */
function writeCertificate(folder: string, { cert, key }: Certificate): void {
  const identity = ownIdentity();
  for (const [path, text] of [
    [certPath(folder), cert],
    [keyPath(folder), key],
  ] as const) {
    writeFileSync(path, text, { mode: 0o600 });
    if (identity !== null) chownSync(path, identity.uid, identity.gid);
  }
}

function tlsSettings(folder: string): string[] {
  const cert = certPath(folder);
  return ['ssl=on', `ssl_cert_file=${cert}`, `ssl_ca_file=${cert}`, `ssl_key_file=${keyPath(folder)}`];
}

const certPath = (folder: string) => join(folder, 'server.pem');
const keyPath = (folder: string) => join(folder, 'server.key');

function programsFolder(): string | null {
  // Wine shows the programs of Linux, too.
  if (process.platform === 'win32' || !existsSync(VERSIONS)) return null;
  const [newest] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(VERSIONS, newest, 'bin');
}
