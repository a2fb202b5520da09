import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { systemClock } from '../../platform/clock.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { Lifecycle } from '../../platform/lifecycle.js';
import { silentLogger } from '../../platform/log.js';
import type { Configuration } from '../configuration.js';
import { openClusterOptions } from '../open-cluster-options.js';
import { readableConfiguration } from './configuration-check.js';

/** Shown while no process uses these settings. */
const API_ONLY = ok('node and bus are for guildhall api alone: guildhall start refuses them');

/** Checks the settings of a node, and that it can connect to the bus. */
export const busCheck: Check = {
  name: 'bus',
  readsHome: true,
  async run(context) {
    const configuration = await readableConfiguration(context);
    if (configuration === null) return [];
    try {
      const results = await connect(configuration);
      return context.homeProcess === null && configuration.node !== null ? [...results, API_ONLY] : results;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const hint = error.hint ?? 'Correct the settings of the bus and the files that they name.';
      return [problem('bus_unusable', messageOf(error), { hint })];
    }
  },
};

async function connect(configuration: Configuration): Promise<Result[]> {
  const lifecycle = new Lifecycle(silentLogger);
  let isOpen = false;
  const openServer = () => {
    isOpen = true;
  };
  try {
    const cluster = await openClusterOptions(
      configuration,
      { clock: systemClock, log: silentLogger, openServer },
      lifecycle,
    );
    const { bus: url } = configuration;
    if (cluster === null || url === null) return [];
    if (cluster.bus.isConnected) return [ok(`${url} answers`), ...(isOpen ? [openBus(url)] : [])];
    return [
      problem('bus_unreachable', `the bus ${url} cannot be reached`, {
        hint: 'Check its address and that its server runs. A node serves only its own guilds until then.',
      }),
    ];
  } finally {
    await lifecycle.stop();
  }
}

function openBus(url: string): Result {
  return problem('bus_open', `the bus ${url} asks for no password`, {
    hint: 'Let its server ask for one, and name the file with it with bus_password_file.',
  });
}
