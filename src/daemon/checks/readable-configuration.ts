import type { CheckContext } from '../../control/doctor/finding.js';
import { type Configuration, loadConfiguration } from '../configuration.js';

/** The configuration that a start would have, without its flags; null if it is invalid, which `configuration` reports. */
export function readableConfiguration({
  environment,
  home,
}: Pick<CheckContext, 'environment' | 'home'>): Promise<Configuration | null> {
  return loadConfiguration({ home }, environment).catch(() => null);
}
