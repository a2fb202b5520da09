import type { VoiceRegion } from '../protocol/objects/voice.js';
import { refuseField } from './refusal.js';

/** The default region of a guild. */
export const DEFAULT_REGION = 'us-west';

/** Voice regions by id (docs/rest.md, Objects); those for VIP guilds are last. */
const NAMES = {
  amsterdam: 'Amsterdam',
  brazil: 'Brazil',
  'eu-central': 'EU Central',
  'eu-west': 'EU West',
  frankfurt: 'Frankfurt',
  hongkong: 'Hong Kong',
  india: 'India',
  japan: 'Japan',
  london: 'London',
  russia: 'Russia',
  singapore: 'Singapore',
  southafrica: 'South Africa',
  sydney: 'Sydney',
  'us-central': 'US Central',
  'us-east': 'US East',
  'us-south': 'US South',
  'us-west': 'US West',
  'vip-amsterdam': 'VIP Amsterdam',
  'vip-us-east': 'VIP US East',
  'vip-us-west': 'VIP US West',
} as const;

const REGIONS: readonly VoiceRegion[] = Object.entries(NAMES).map(([id, name]) => ({
  id,
  name,
  vip: id.startsWith('vip-'),
  optimal: id === DEFAULT_REGION,
  deprecated: false,
  custom: false,
}));

/** The regions that a guild with these features can use (docs/rest.md, guilds). */
export function voiceRegions(features: readonly string[]): VoiceRegion[] {
  const withVip = features.includes('VIP_REGIONS');
  return REGIONS.filter(({ vip }) => withVip || !vip);
}

/** @throws {Refusal} if a guild with these features cannot have this region */
export function requireRegion(region: string | undefined, features: readonly string[]): void {
  if (region === undefined) return;
  const ids = voiceRegions(features).map(({ id }) => id);
  if (ids.includes(region)) return;
  throw refuseField(['region'], 'BASE_TYPE_CHOICES', `Value must be one of (${ids.join(', ')}).`);
}
