import { COMPILED } from './test-files.mjs';

// node shared-engine.mjs NAME: starts an engine, prints where it is, and stops it on SIGTERM.

const START = {
  async postgres() {
    const { PostgresServer } = await import(`${COMPILED}/helpers/postgres/postgres-server.js`);
    const server = await PostgresServer.startToShare();
    return { place: server.folder, stop: () => server.stop() };
  },
  async nats() {
    const { NatsServer } = await import(`${COMPILED}/cluster/support/nats-server.js`);
    const server = await NatsServer.startOwn();
    return { place: server.url, stop: () => server[Symbol.asyncDispose]() };
  },
};

const engine = await START[process.argv[2]]();
// An engine does not keep a process alive.
setInterval(() => {}, 1 << 30);
process.once('SIGTERM', async () => {
  await engine.stop();
  process.exit();
});
process.stdout.write(engine.place);
