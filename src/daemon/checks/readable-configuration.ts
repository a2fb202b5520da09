import type { CheckContext } from '../../control/doctor/finding.js';
import { type Configuration, loadConfiguration } from '../configuration.js';

/** The configuration that a start would have, with the flags that were given to doctor; null if it is invalid, which `configuration` reports. */
export function readableConfiguration({
  environment,
  flags,
  home,
}: Pick<CheckContext, 'environment' | 'flags' | 'home'>): Promise<Configuration | null> {
  return loadConfiguration({ ...flags, home }, environment).catch(() => null);
}
