import Type, { type Static } from 'typebox';

/** A voice region (docs/rest.md, Objects). */
export const VoiceRegionSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  vip: Type.Boolean(),
  optimal: Type.Boolean(),
  deprecated: Type.Boolean(),
  custom: Type.Boolean(),
});
export type VoiceRegion = Static<typeof VoiceRegionSchema>;
