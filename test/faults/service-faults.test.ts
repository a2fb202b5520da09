// test:all faults: faults at moments of real time
import { test } from 'node:test';
import { testInNetworkNamespace } from '../helpers/network-namespace.js';
import { noPostgres } from '../helpers/postgres/postgres-server.js';
import { whyNoNodeNetworks } from './cluster/node-network.js';
import { ROUNDS, ROUNDS_SHARE, runRounds } from './cluster/run-rounds.js';
import { checkService } from './service/service-check.js';
import { withService } from './service/service-under-faults.js';

const TITLE = `three nodes of the service lose and repeat nothing through faults (${ROUNDS} rounds)`;
const reason = noPostgres || whyNoNodeNetworks();

if (reason !== false) test(TITLE, { skip: reason }, () => {});
else {
  const programs = ['nats-server', 'nft', 'nsenter'];
  const run = () =>
    withService((service, load) => runRounds(service, load, () => checkService(service, load)));
  testInNetworkNamespace(import.meta.url, programs, TITLE, run, ROUNDS_SHARE);
}
