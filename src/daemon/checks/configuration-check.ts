import { type Check, type CheckContext, ok, problem, type Result } from '../../control/doctor/finding.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { SystemPeerCredentials } from '../../platform/processes/peer-credentials.js';
import { type Configuration, loadConfiguration } from '../configuration.js';
import { resolveUsers } from '../peer-checks.js';
import { readVoiceAddress, readVoiceSecret } from '../voice-endpoint.js';

/** Checks the environment, `config.toml`, and the files and users that they name. Most flags of a start are unknown here. */
export const configurationCheck: Check = {
  name: 'configuration',
  readsHome: true,
  async run({ home, environment, flags }) {
    let configuration: Configuration;
    try {
      configuration = await loadConfiguration({ ...flags, home }, environment);
    } catch (error) {
      return [invalid(error)];
    }
    const problems = [
      await attempt(() => resolveUsers(configuration.allowUsers, SystemPeerCredentials.load())),
      await attempt(() => readVoiceAddress(configuration)),
      await attempt(() => readSecret(configuration)),
    ].filter((found) => found !== null);
    return problems.length > 0 ? problems : [ok('valid')];
  },
};

async function attempt(read: () => unknown): Promise<Result | null> {
  try {
    await read();
    return null;
  } catch (error) {
    return invalid(error);
  }
}

async function readSecret({ voiceSecretFile }: Configuration): Promise<void> {
  if (voiceSecretFile !== null) await readVoiceSecret(voiceSecretFile);
}

function invalid(error: unknown): Result {
  const hint = error instanceof UserError ? error.hint : null;
  return problem('configuration_invalid', messageOf(error), {
    hint: hint ?? 'Correct the setting in the file or the environment.',
  });
}

/** The configuration that a start would have, with the flags that were given to doctor; null if it is invalid, which `configuration` reports. */
export function readableConfiguration({
  environment,
  flags,
  home,
}: Pick<CheckContext, 'environment' | 'flags' | 'home'>): Promise<Configuration | null> {
  return loadConfiguration({ ...flags, home }, environment).catch(() => null);
}
