/**
 * Which accounts were changed, so that nodes read only those again (docs/adr/0049-state-of-all-nodes.md). A table of its own, because
 * an index on `users` would lock it while it is made. A transaction has its number before its end, so what is older than the oldest
 * one that runs is complete; a time would not say that.
 */
export const changedAccounts = `
CREATE TABLE user_changes (
  user_id bigint PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  changed_by bigint NOT NULL
);
CREATE INDEX user_changes_by_transaction ON user_changes (changed_by);

CREATE FUNCTION note_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_changes (user_id, changed_by) VALUES (NEW.id, pg_current_xact_id()::text::bigint)
    ON CONFLICT (user_id) DO UPDATE SET changed_by = excluded.changed_by;
  RETURN NULL;
END $$;

CREATE TRIGGER note_user_change AFTER UPDATE ON users
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_user_change();
`;
