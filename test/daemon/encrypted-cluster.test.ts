// own process: runs a node in this process, with its signals, its crash handlers and another password file
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openNatsBus } from '#guildhall/cluster/bus/nats/open-nats-bus.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { ApiProcess } from '../api/support/api-process.js';
import { NatsServer } from '../cluster/support/nats-server.js';
import { Certificate } from '../helpers/certificate.js';
import { eventually } from '../helpers/eventually.js';
import { freePort } from '../helpers/free-port.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { PostgresServer } from '../helpers/postgres/postgres-server.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const PASSWORD = 'correct-password';
const WRONG = 'wrong-password';
/** The connections of the service, and whether they are encrypted. */
const CONNECTIONS = `SELECT DISTINCT ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
  WHERE application_name = 'guildhall' AND client_addr IS NOT NULL`;

async function startPostgres(certificate: Certificate) {
  const port = await freePort();
  const tls = { certificate, method: 'scram-sha-256' };
  const server = await PostgresServer.startOwn({
    address: '127.0.0.1',
    network: '127.0.0.1/32',
    port,
    tls,
  });
  await server.administrate(`ALTER ROLE guildhall PASSWORD '${PASSWORD}'`);
  return { server, port };
}

function startBus({ certPath, keyPath }: Certificate): Promise<NatsServer> {
  const certificates = ['--tls', '--tlscert', certPath, '--tlskey', keyPath];
  return NatsServer.startOwn(...certificates, '--user', 'guildhall', '--pass', PASSWORD);
}

async function runEncryptedNode(folder: string, certificate: Certificate): Promise<void> {
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const { PGPASSFILE } = process.env;
  const { server, port } = await startPostgres(certificate);
  await using bus = await startBus(certificate);
  try {
    const caFile = certificate.certPath;
    const passwordFile = await write('bus', `guildhall:${PASSWORD}\n`);
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const settings = { bus_ca_file: caFile, bus_password_file: passwordFile };
    const lines = Object.entries(settings).map(([key, path]) => `${key} = ${JSON.stringify(path)}\n`);
    await write('home/config.toml', lines.join(''));
    const parameters = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: caFile });
    const database = await server.takeDatabase();
    const store = `postgres://guildhall@localhost:${port}/${database}?${parameters}`;
    const busUrl = `tls://localhost:${bus.port}`;

    process.env.PGPASSFILE = await write('wrong', `localhost:${port}:*:guildhall:${WRONG}\n`);
    const flags = ['--home', home, '--store', store, '--node', 'a', '--bus', busUrl, '--api-port', '0'];
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on('warning', keep);
    const refused = await runCommand(['api', ...flags, '--voice-port', 'off']);
    process.off('warning', keep);
    assert.deepEqual(warnings, []);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.errors, /password authentication failed/);
    assert.doesNotMatch(refused.errors, new RegExp(WRONG));

    process.env.PGPASSFILE = await write('right', `localhost:${port}:*:guildhall:${PASSWORD}\n`);
    await using node = await ApiProcess.start(home, 'a', store, busUrl);
    assert.equal((await node.request('GET', '/gateway', '')).status, 200);
    const observer = await Connection.open(server.settings(database));
    assert.deepEqual(await observer.query(CONNECTIONS), [{ ssl: true }]);
    await observer.close();

    const address = { url: busUrl, passwordFile, caFile, clientCertificate: null };
    const client = await openNatsBus(address, 'client', silentLogger);
    try {
      const presences: string[] = [];
      // Of whichever database.
      client.subscribe('guildhall.*.presences', (text) => presences.push(text));
      await eventually(() => presences.length > 0, { describe: () => 'the node sends nothing over the bus' });
    } finally {
      await client.stop();
    }
  } finally {
    if (PGPASSFILE === undefined) delete process.env.PGPASSFILE;
    else process.env.PGPASSFILE = PGPASSFILE;
    await server.stop();
  }
}

const title = 'a node uses PostgreSQL and NATS over TLS with passwords and certificates from files';
const run = () =>
  withTemporaryFolder(async (folder) => {
    // The first name is that of the role.
    const certificate = await Certificate.create('guildhall', 'localhost');
    try {
      await runEncryptedNode(folder, certificate);
    } finally {
      await certificate.remove();
    }
  });
enginesTest(title, run);
