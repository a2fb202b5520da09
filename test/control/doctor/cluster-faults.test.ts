// own process: runs nodes in this process, with their crash handlers
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { NatsServer, sharedNats } from '../../cluster/support/nats-server.js';
import { missingPrograms } from '../../hardware/support/programs.js';
import { Certificate } from '../../helpers/certificate.js';
import { freePort } from '../../helpers/free-port.js';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { runCommand } from '../../helpers/run-command.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const PASSWORD = 'correct-password';
const skip = noPostgres || missingPrograms(['nats-server', 'openssl']);

/**
 * The clock of a server that is ahead, for connections that look for functions in `public` first. What is measured differs by as
 * much as replies take.
 */
const AHEAD = `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
  AS $$ SELECT pg_catalog.clock_timestamp() + interval '90.5 s' $$`;

let certificate: Certificate;
let server: PostgresServer;
let port: number;
let bus: NatsServer;
let encryptedBus: NatsServer;
let databaseOfReader: string;

/** Writes the configuration of a service. */
function configure(scene: FaultScene, settings: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return scene.write('configuration', lines.join(''));
}

/** The URL of a database over TLS, where a password is asked for. */
async function encryptedUrl(rootCertificate = certificate.certPath): Promise<string> {
  const parameters = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: rootCertificate });
  return `postgres://guildhall@localhost:${port}/${await server.takeDatabase()}?${parameters}`;
}

async function plainUrl(): Promise<string> {
  return server.url(await server.takeDatabase());
}

/** Makes a file with a password that only this user can read. */
async function writeSecret(scene: FaultScene, text: string): Promise<string> {
  const path = join(scene.folder, 'secret');
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

/** Makes this process read another password file until the scene ends. */
function usePasswordFile(scene: FaultScene, path: string): void {
  const { PGPASSFILE } = process.env;
  process.env.PGPASSFILE = path;
  scene.cleanUp(async () => {
    if (PGPASSFILE === undefined) delete process.env.PGPASSFILE;
    else process.env.PGPASSFILE = PGPASSFILE;
  });
}

/** Fails unless the service refuses to start, too, for the same reason. */
async function assertRefused({ home }: FaultScene, reason: RegExp): Promise<void> {
  const args = ['api', '--home', home, '--api-port', '0', '--voice-port', 'off'];
  const { exitCode, errors } = await runCommand(args);
  assert.notEqual(exitCode, 0);
  assert.match(errors, reason);
}

/** A fault that ends the start of the service, too, with the same message. */
function refusal(
  fault: Pick<FaultCase, 'code' | 'of' | 'use' | 'apply'> & { readonly message: RegExp },
  make: FaultCase['make'],
): FaultCase {
  return {
    ...fault,
    async make(scene) {
      await make(scene);
      await assertRefused(scene, fault.message);
    },
  };
}

const applyOtherStore: FaultCase['apply'] = async (scene) => configure(scene, { store: await plainUrl() });

const CASES: readonly FaultCase[] = [
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a server that does not run' },
      ...{ message: /cannot connect to PostgreSQL: .*ECONNREFUSED/, apply: applyOtherStore },
    },
    async (scene) => configure(scene, { store: `postgres://me@127.0.0.1:${await freePort()}/chat` }),
  ),
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a socket that does not exist' },
      ...{ message: /cannot connect to PostgreSQL: .*ENOENT.*PGSQL/, apply: applyOtherStore },
    },
    (scene) => configure(scene, { store: `postgres:///chat?host=${encodeURIComponent(scene.folder)}` }),
  ),
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a missing password' },
      message: /asks for a password, and the password file cannot be read: .*nonexistent/,
      apply: async (scene) => usePasswordFile(scene, await writeSecret(scene, `*:*:*:*:${PASSWORD}\n`)),
    },
    async (scene) => {
      usePasswordFile(scene, '/nonexistent');
      await configure(scene, { store: await encryptedUrl() });
    },
  ),
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a wrong password', message: /password authentication failed/ },
      apply: async (scene) => void (await writeSecret(scene, `*:*:*:*:${PASSWORD}\n`)),
    },
    async (scene) => {
      usePasswordFile(scene, await writeSecret(scene, '*:*:*:*:wrong\n'));
      await configure(scene, { store: await encryptedUrl() });
    },
  ),
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a certificate that is missing' },
      ...{ message: /file of sslrootcert cannot be read: .*nonexistent/, apply: applyOtherStore },
    },
    async (scene) => configure(scene, { store: await encryptedUrl('/nonexistent') }),
  ),
  refusal(
    {
      ...{ code: 'database_unusable', of: 'a role that may not create tables' },
      ...{ message: /role reader may not create tables in the schema public/ },
      // What the hint says.
      apply: () => server.administrate('GRANT USAGE, CREATE ON SCHEMA public TO reader', databaseOfReader),
    },
    async (scene) => {
      databaseOfReader = await server.takeDatabase();
      await server.administrate('CREATE ROLE reader LOGIN');
      await configure(scene, { store: server.url(databaseOfReader).replace('guildhall@', 'reader@') });
    },
  ),
  refusal(
    {
      ...{ code: 'store_newer', of: 'a database of a newer schema', use: 'person' },
      ...{ message: /schema version 9999/, apply: applyOtherStore },
    },
    async (scene) => {
      const name = await server.takeDatabase();
      const node = await openNode(readConnectionUrl(server.url(name)));
      await node.close();
      await server.administrate('UPDATE schema_version SET version = 9999', name);
      await configure(scene, { store: server.url(name) });
    },
  ),
  refusal(
    {
      ...{ code: 'bus_unusable', of: 'a node without a store that is shared' },
      ...{ message: /--node needs a store/, apply: applyOtherStore },
    },
    (scene) => configure(scene, { node: 'a' }),
  ),
  refusal(
    {
      ...{ code: 'bus_unusable', of: 'a wrong password of the bus', message: /the bus cannot be used/ },
      apply: async (scene) => void (await writeSecret(scene, `guildhall:${PASSWORD}\n`)),
    },
    async (scene) => {
      const file = await writeSecret(scene, 'guildhall:wrong\n');
      await configure(scene, { store: await plainUrl(), node: 'a', bus: bus.url, bus_password_file: file });
    },
  ),
  refusal(
    {
      ...{ code: 'bus_unusable', of: 'a certificate of the bus that is missing', message: /nonexistent/ },
      apply: applyOtherStore,
    },
    async (scene) => {
      const address = `tls://localhost:${encryptedBus.port}`;
      const file = { bus_ca_file: '/nonexistent' };
      await configure(scene, { store: await plainUrl(), node: 'a', bus: address, ...file });
    },
  ),
  {
    code: 'bus_unreachable',
    async make(scene) {
      const file = await writeSecret(scene, `guildhall:${PASSWORD}\n`);
      const address = `nats://127.0.0.1:${await freePort()}`;
      await configure(scene, {
        ...{ store: await plainUrl(), node: 'a' },
        ...{ bus: address, bus_password_file: file },
      });
    },
    async apply(scene) {
      const file = join(scene.folder, 'secret');
      await configure(scene, { store: await plainUrl(), node: 'a', bus: bus.url, bus_password_file: file });
    },
  },
];

const WARNINGS: readonly FaultCase[] = [
  {
    code: 'bus_open',
    async make(scene) {
      await configure(scene, { store: await plainUrl(), node: 'a', bus: await sharedNats() });
    },
    message: /asks for no password/,
    async apply(scene) {
      const file = await writeSecret(scene, `guildhall:${PASSWORD}\n`);
      await configure(scene, { store: await plainUrl(), node: 'a', bus: bus.url, bus_password_file: file });
    },
  },
  {
    code: 'bus_open',
    of: 'encryption without a password',
    async make(scene) {
      const address = `tls://localhost:${encryptedBus.port}`;
      const file = { bus_ca_file: certificate.certPath };
      await configure(scene, { store: await plainUrl(), node: 'a', bus: address, ...file });
    },
    async apply(scene) {
      const file = await writeSecret(scene, `guildhall:${PASSWORD}\n`);
      await configure(scene, { store: await plainUrl(), node: 'a', bus: bus.url, bus_password_file: file });
    },
  },
  {
    code: 'password_overridden',
    async make(scene) {
      usePasswordFile(scene, await writeSecret(scene, '*:*:*:*:another\n'));
      process.env.PGPASSWORD = PASSWORD;
      scene.cleanUp(async () => {
        delete process.env.PGPASSWORD;
      });
      await configure(scene, { store: await encryptedUrl() });
    },
    message: /PGPASSWORD in the environment is used instead of .*secret/,
    async apply(scene) {
      delete process.env.PGPASSWORD;
      await writeSecret(scene, `*:*:*:*:${PASSWORD}\n`);
    },
  },
  {
    code: 'clock_differs',
    async make(scene) {
      databaseOfReader = await server.takeDatabase();
      await server.administrate(AHEAD, databaseOfReader);
      const options = new URLSearchParams({ options: '-c search_path=public,pg_catalog' });
      await configure(scene, { store: `${server.url(databaseOfReader)}&${options}` });
    },
    message: /9[01](?:\.\d)? s behind that of PostgreSQL/,
    apply: () => server.administrate('DROP FUNCTION public.clock_timestamp()', databaseOfReader),
  },
];

describe('doctor of a service with PostgreSQL and NATS', { skip }, () => {
  before(async () => {
    certificate = await Certificate.create('guildhall', 'localhost');
    port = await freePort();
    const listens = { address: '127.0.0.1', network: '127.0.0.1/32', port };
    const tls = { certificate, method: 'scram-sha-256' };
    server = await PostgresServer.startOwn({ ...listens, tls });
    await server.administrate(`ALTER ROLE guildhall PASSWORD '${PASSWORD}'`);
    bus = await NatsServer.startOwn('--user', 'guildhall', '--pass', PASSWORD);
    const { certPath, keyPath } = certificate;
    encryptedBus = await NatsServer.startOwn('--tls', '--tlscert', certPath, '--tlskey', keyPath);
  });
  after(async () => {
    await bus[Symbol.asyncDispose]();
    await encryptedBus[Symbol.asyncDispose]();
    await server.stop();
    await certificate.remove();
  });

  testFaults(CASES);
  testFaults(WARNINGS);

  testFaults([
    {
      code: 'database_unusable',
      of: 'flags instead of the configuration',
      async make(scene) {
        await scene.makeHome();
        scene.flags = ['--store', `postgres://me@127.0.0.1:${await freePort()}/chat`];
      },
      message: /ECONNREFUSED/,
      async apply(scene) {
        scene.flags = ['--store', await plainUrl()];
      },
    },
  ]);
});
