/**
 * Voice states of guilds that nodes share (docs/adr/0048-gateway-sessions-on-any-node.md): another node that takes a guild has to
 * know who is in voice. A process that has the store for itself writes none.
 */
export const voiceStates = `
CREATE TABLE voice_states (
  guild_id bigint NOT NULL REFERENCES guilds(id) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  channel_id bigint NOT NULL,
  session_id text NOT NULL,
  self_mute flag NOT NULL,
  self_deaf flag NOT NULL,
  active_at bigint NOT NULL,
  has_delegated_access flag NOT NULL,
  PRIMARY KEY (guild_id, user_id)
) WITH (fillfactor = 70);
`;
