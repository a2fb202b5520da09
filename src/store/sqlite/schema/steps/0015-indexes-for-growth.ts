/**
 * Indexes for what would otherwise read every row: expired codes and tokens of RPC, and an audit log by user or action.
 */
export const indexesForGrowth = `
CREATE INDEX authorization_codes_by_expiry ON authorization_codes(expires_at);
CREATE INDEX rpc_tokens_by_expiry ON rpc_tokens(expires_at);
CREATE INDEX audit_log_by_user ON audit_log(guild_id, user_id, id);
CREATE INDEX audit_log_by_action ON audit_log(guild_id, action_type, id);
`;
