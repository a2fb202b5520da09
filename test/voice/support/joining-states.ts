/** The states of a voice connection from joining a channel until sound passes, in their order. */
export const JOINING_STATES = [
  'AWAITING_ENDPOINT',
  'CONNECTING',
  'AUTHENTICATING',
  'CONNECTED',
  'VOICE_CONNECTING',
  'ICE_CHECKING',
  'VOICE_CONNECTED',
];
