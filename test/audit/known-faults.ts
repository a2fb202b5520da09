/** Lines that are wrong and known to be: empty, or each with its reason. */
export const KNOWN_FAULTS: Readonly<Record<string, string>> = {
  'MFA level ELEVATED = 1':
    'the row asks for two-factor before the owner of the guild has enrolled, which is refused now',
};
