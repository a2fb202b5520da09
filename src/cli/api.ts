import type { Command } from 'commander';
import { allowUsersOption, logLevelOption, voicePortOption, voiceSecretOption } from './start.js';
import { clusterOptions } from './support/cluster-options.js';
import type { AddCommand } from './support/invocation.js';

interface ApiOptions {
  readonly home?: string;
  readonly json?: boolean;
  readonly store?: string;
  readonly node?: string;
  readonly bus?: string;
  readonly busPasswordFile?: string;
  readonly apiPort?: string;
  readonly apiPublicUrl?: string;
  readonly metricsPort?: string;
  readonly drainSeconds?: string;
  readonly voicePort?: string;
  readonly voiceSecretFile?: string;
  readonly allowUsers?: string;
  readonly logLevel?: string;
}

/** `guildhall api`: runs only the API service, in the foreground. */
export const addApi: AddCommand = (program, run) => {
  const api = program.command('api').description('run only the API service, in the foreground');
  for (const option of clusterOptions()) api.addOption(option);
  api
    .option('--api-port <N>', 'port of the service (default: 6480, else the next free; 0: any free)')
    .option(
      '--api-public-url <URL>',
      'where others reach it, e.g. https://guilds.example/api (default: here)',
    )
    .option('--metrics-port <N>', 'serve /healthz, /readyz and /metrics on this port (default: not at all)')
    .option(
      '--drain-seconds <N>',
      'with --metrics-port: how long to serve after /readyz says draining (default: 5)',
    )
    .addOption(voicePortOption())
    .addOption(voiceSecretOption())
    .addOption(allowUsersOption().default(undefined, 'everybody'))
    .addOption(logLevelOption())
    .action(async (_options: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ApiOptions>();
      await run(command, async (invocation) => {
        const { runApi } = await import('../daemon/run-api.js');
        invocation.exitCode = await runApi(flags);
      });
    });
};
