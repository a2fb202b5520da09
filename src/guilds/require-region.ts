import { refuseField } from './refusal.js';
import { voiceRegions } from './voice-regions.js';

/** @throws {Refusal} if a guild with these features cannot have this region */
export function requireRegion(region: string | undefined, features: readonly string[]): void {
  if (region === undefined) return;
  const ids = voiceRegions(features).map(({ id }) => id);
  if (ids.includes(region)) return;
  throw refuseField(['region'], 'BASE_TYPE_CHOICES', `Value must be one of (${ids.join(', ')}).`);
}
