import { Command } from 'commander';
import {
  allowPlainHttpOption,
  allowUsersOption,
  logLevelOption,
  voicePortOption,
  voiceSecretOption,
} from '../start.js';
import type { Runner } from '../support/invocation.js';

interface VoiceEndpointOptions {
  readonly home?: string;
  readonly json?: boolean;
  readonly apiUrl?: string;
  readonly allowPlainHttp?: boolean;
  readonly voicePort?: string;
  readonly voiceSecretFile?: string;
  readonly allowUsers?: string;
  readonly logLevel?: string;
}

/** `guildhall voice` without a subcommand: runs only a voice endpoint, in the foreground. */
export function addVoiceEndpoint(voice: Command, run: Runner): void {
  voice
    .option('--api-url <URL>', 'the service whose voice endpoint this is')
    .addOption(allowPlainHttpOption())
    .addOption(voicePortOption({ isAlone: true }))
    .addOption(voiceSecretOption())
    .addOption(allowUsersOption().default(undefined, 'everybody'))
    .addOption(logLevelOption())
    // Otherwise an unknown subcommand would be an argument too many.
    .allowExcessArguments()
    .action(async (_options: unknown, command: Command) => {
      if (command.args.length > 0) refuseSubcommand(command);
      const flags = command.optsWithGlobals<VoiceEndpointOptions>();
      await run(command, async (invocation) => {
        const { runVoice } = await import('../../daemon/run-voice.js');
        invocation.exitCode = await runVoice(flags);
      });
    });
}

/** Reports the first argument as an unknown subcommand, with a similar one. */
function refuseSubcommand(voice: Command): void {
  const known = new Command(voice.name()).helpCommand(false).copyInheritedSettings(voice);
  for (const one of voice.commands) known.command(one.name());
  known.parse(voice.args, { from: 'user' });
}
