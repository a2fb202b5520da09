import { Option } from 'commander';

/** The flags by which `guildhall api` is told its database and its cluster, and `doctor` what to check. */
export function clusterOptions(): readonly Option[] {
  return [
    new Option('--store <URL>', 'a PostgreSQL database instead of the SQLite file of the home'),
    new Option('--node <NAME>', 'run as one of several nodes that share the PostgreSQL database'),
    new Option('--bus <URL>', 'the NATS server of the nodes, e.g. tls://bus.example:4222'),
    new Option('--bus-password-file <FILE>', 'a file with USER:PASSWORD of the bus'),
  ];
}
