import type { Check } from '../../control/doctor/finding.js';
import { addonCheck } from './addon-check.js';
import { busCheck } from './bus-check.js';
import { configurationCheck } from './configuration-check.js';
import { controlSocketCheck } from './control-socket-check.js';
import { homeInUseCheck } from './home-in-use-check.js';
import { portsCheck } from './ports-check.js';
import { remoteServiceCheck } from './remote-service-check.js';
import { savedFilesCheck } from './saved-files-check.js';
import { storeCheck } from './store-check.js';

/** The checks of what a daemon is started with, by the code that starts it (docs/troubleshooting.md). */
export const START_CHECKS: readonly Check[] = [
  configurationCheck,
  addonCheck,
  homeInUseCheck,
  controlSocketCheck,
  storeCheck,
  busCheck,
  savedFilesCheck,
  portsCheck,
  remoteServiceCheck,
];
