import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { type ConnectionSettings, readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import type { Certificate } from '../certificate.js';
import { eventually } from '../eventually.js';
import { OTHER_UID } from '../other-user.js';

/** Where Debian installs the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** What makes it start sooner and take less memory; nothing that is about durability. */
const SETTINGS = ['shared_buffers=16MB', 'max_connections=60', 'autovacuum=off', 'max_wal_size=256MB'];

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
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
END $$`;

/** Why tests with PostgreSQL cannot run here, or false. In CI they run, and fail if it is missing. */
export const noPostgres =
  programsFolder() !== null || process.env.CI === 'true' ? false : 'PostgreSQL is missing';

/** A PostgreSQL server with an empty database, on a Unix socket in a temporary folder. */
export class PostgresServer {
  #databases = 0;
  readonly #free: string[] = [];
  #process: ChildProcess | null = null;

  private constructor(
    private readonly programs: string,
    readonly folder: string,
    private readonly listens: ListenOptions | null,
  ) {
    process.once('exit', () => {
      if (this.#process === null) return;
      this.#process.kill('SIGQUIT');
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** @param listens for clients over TCP; by default there is only the Unix socket */
  static async start(listens: ListenOptions | null = null): Promise<PostgresServer> {
    const programs = programsFolder();
    assert.ok(programs, 'PostgreSQL is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-pg-'));
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
    execFileSync(join(programs, 'initdb'), args, { ...identity, cwd: '/', stdio: 'pipe' });
    if (listens !== null) {
      const { network, tls } = listens;
      const rule =
        tls === undefined ? `host all all ${network} trust` : `hostssl all all ${network} ${tls.method}`;
      writeFileSync(join(folder, 'data', 'pg_hba.conf'), `local all all trust\n${rule}\n`);
      if (tls !== undefined) writeCertificate(folder, tls.certificate);
    }
    const server = new PostgresServer(programs, folder, listens);
    await server.resume();
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
      String(this.#port),
      ...settings,
    ];
    const errors: string[] = [];
    const child = spawn(join(this.programs, 'postgres'), args, {
      ...ownIdentity(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
    this.#process = child;
    // It does not keep this process alive.
    child.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    await eventually(
      async () => {
        const connection = await Connection.open(this.settings('postgres')).catch(() => null);
        await connection?.close();
        return connection !== null;
      },
      { describe: () => `PostgreSQL does not start: ${errors.join('')}`, share: 3 },
    );
  }

  /** of the process that all others of the server are children of */
  get pid(): number {
    return this.#process?.pid ?? assert.fail('the server does not run');
  }

  get #port(): number {
    return this.listens?.port ?? 5432;
  }

  /** @param name of a database; `postgres` always exists */
  url(name: string): string {
    return `postgres://guildhall@localhost:${this.#port}/${name}?host=${encodeURIComponent(this.folder)}`;
  }

  /** The same over TCP, for programs on this machine. The server must listen. */
  tcpUrl(name: string): string {
    assert.ok(this.listens, 'the server has a Unix socket only');
    return `postgres://guildhall@${this.listens.address}:${this.#port}/${name}`;
  }

  /** @param options of the session, e.g. `-c commit_delay=0` */
  settings(name: string, options = ''): ConnectionSettings {
    return readConnectionUrl(`${this.url(name)}&options=${encodeURIComponent(options)}`);
  }

  /** An empty database, with or without the tables of a store. @returns its name */
  async takeDatabase(): Promise<string> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const name = `test_${++this.#databases}`;
    await this.administrate(`CREATE DATABASE ${name}`);
    return name;
  }

  /** Removes all rows from a database, which takes less time than removing it. */
  async returnDatabase(name: string): Promise<void> {
    await this.administrate(REMOVE_ROWS, name);
    this.#free.push(name);
  }

  /** Runs a statement on a connection of its own. */
  async administrate(sql: string, database = 'postgres'): Promise<void> {
    const connection = await Connection.open(this.settings(database));
    try {
      await connection.exec(sql);
    } finally {
      await connection.close();
    }
  }

  /** Ends it as a crash would: nothing is written any more, and no connection is closed in order. */
  async kill(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null) return;
    child.ref();
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
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
  if (!existsSync(VERSIONS)) return null;
  const [newest] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(VERSIONS, newest, 'bin');
}
