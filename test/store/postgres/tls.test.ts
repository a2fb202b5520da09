import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { StoreError } from '#guildhall/store/errors.js';
import { CONNECTION_LOST, Connection } from '#guildhall/store/postgres/connection.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { Certificate } from '../../helpers/certificate.js';
import { inTime } from '../../helpers/eventually.js';
import { freePort } from '../../helpers/free-port.js';
import { RoundRobin } from '../../helpers/nodes/round-robin.js';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';

const IS_ENCRYPTED = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

describe('PostgreSQL over TLS', { skip: noPostgres }, () => {
  let certificate: Certificate;
  let other: Certificate;
  let server: PostgresServer;
  let port: number;
  before(async () => {
    // As for client certificates, its first name is that of the role.
    certificate = await Certificate.create('guildhall', 'localhost');
    other = await Certificate.create('localhost');
    ({ server, port } = await startServer('trust'));
  });
  after(async () => {
    await server.stop();
    await certificate.remove();
    await other.remove();
  });

  async function startServer(method: string | null, of = certificate) {
    const free = await freePort();
    const tls = method === null ? {} : { tls: { certificate: of, method } };
    const listens = { address: '127.0.0.1', network: '127.0.0.1/32', port: free, ...tls };
    return { server: await PostgresServer.startOwn(listens), port: free };
  }

  /** Connects to a port. @param parameters of the URL */
  function open(to: number, parameters: Record<string, string>): Promise<Connection> {
    const url = `postgres://guildhall@localhost:${to}/postgres?${new URLSearchParams(parameters)}`;
    return Connection.open(readConnectionUrl(url));
  }

  /** @returns what PostgreSQL says of the connection */
  async function connect(to: number, parameters: Record<string, string>): Promise<unknown> {
    const connection = await open(to, parameters);
    const rows = await connection.query(IS_ENCRYPTED);
    await connection.close();
    return rows;
  }

  async function assertRefused(to: number, parameters: Record<string, string>, message: RegExp) {
    const refused = assert.rejects(connect(to, parameters), (error) => {
      assert.ok(error instanceof StoreError, String(error));
      assert.match(error.message, message);
      return true;
    });
    await inTime(refused, () => 'the connection is neither refused nor accepted');
  }

  test('the certificate has to be signed by the authority in the file', async () => {
    const trusted = { sslmode: 'verify-full', sslrootcert: certificate.certPath };
    assert.deepEqual(await connect(port, trusted), [{ ssl: true }]);
    const distrusted = { ...trusted, sslrootcert: other.certPath };
    await assertRefused(port, distrusted, /cannot connect to PostgreSQL: .*certificate/);
    await assertRefused(port, { sslmode: 'verify-full' }, /certificate/);
    await assertRefused(port, { sslmode: 'require', sslrootcert: other.certPath }, /certificate/);
    assert.deepEqual(await connect(port, { sslmode: 'require' }), [{ ssl: true }]);
  });

  test('verify-full also compares the name of the server', async () => {
    const named = await Certificate.create('db.example');
    const { server: elsewhere, port: its } = await startServer('trust', named);
    try {
      const trusted = { sslrootcert: named.certPath };
      await assertRefused(its, { sslmode: 'verify-full', ...trusted }, /Hostname\/IP does not match/);
      assert.deepEqual(await connect(its, { sslmode: 'verify-ca', ...trusted }), [{ ssl: true }]);
    } finally {
      await elsewhere.stop();
      await named.remove();
    }
  });

  test('a server without TLS is refused', async () => {
    const { server: plain, port: its } = await startServer(null);
    try {
      await assertRefused(its, { sslmode: 'require' }, /does not support SSL/);
      assert.deepEqual(await connect(its, { sslmode: 'disable' }), [{ ssl: false }]);
    } finally {
      await plain.stop();
    }
  });

  test('a server that requires client certificates accepts one of its authority', async () => {
    const { server: strict, port: its } = await startServer('cert');
    try {
      const { certPath, keyPath } = certificate;
      const trusted = { sslmode: 'verify-full', sslrootcert: certPath };
      const own = { sslcert: certPath, sslkey: keyPath };
      assert.deepEqual(await connect(its, { ...trusted, ...own }), [{ ssl: true }]);
      await assertRefused(its, trusted, /certificate/);
      await assertRefused(its, { ...trusted, sslcert: other.certPath, sslkey: other.keyPath }, /./);
    } finally {
      await strict.stop();
    }
  });

  test('a file that cannot be read fails the connection, and is named', async () => {
    const missing = { sslmode: 'verify-full', sslrootcert: '/does/not/exist.pem' };
    await assertRefused(port, missing, /\/does\/not\/exist\.pem/);
  });

  test('a connection to a server that no longer answers is closed', async () => {
    const balancer = await RoundRobin.start(0);
    balancer.use([{ port }]);
    try {
      const connection = await open(balancer.port, { sslmode: 'require' });
      balancer.hold();
      const answer = connection.query('SELECT 1');
      const unanswered = assert.rejects(answer, new StoreError('Connection terminated', CONNECTION_LOST));
      await inTime(connection.close(), () => 'the connection is not closed');
      await inTime(unanswered, () => 'the statement neither failed nor succeeded');
      assert.equal(connection.isLost, true);
    } finally {
      await balancer.stop();
    }
  });

  test('a server that ends the connection during the handshake is refused', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        // It accepts encryption, and then has something else to say.
        socket.write('S');
        socket.once('data', () => socket.end('no TLS'));
      });
    });
    rude.listen(0, '127.0.0.1');
    await once(rude, 'listening');
    try {
      await assertRefused((rude.address() as AddressInfo).port, { sslmode: 'require' }, /cannot connect/);
    } finally {
      rude.close();
    }
  });
});
