/**
 * Reactions to messages, and when something was last pinned in a channel. `emoji_key` tells emojis apart: the id of a custom
 * one, the characters of another without variation selectors.
 */
export const reactionsAndPins = `
CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  emoji_key TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users(id),
  emoji TEXT NOT NULL,
  reacted_at INTEGER NOT NULL,
  PRIMARY KEY (message_id, emoji_key, user_id)
) STRICT, WITHOUT ROWID;
-- A message may go while a reaction to it waits for the disk; the foreign key would fail the whole transaction.
CREATE TRIGGER reactions_of_deleted_messages BEFORE INSERT ON reactions
WHEN NOT EXISTS (SELECT 1 FROM messages WHERE id = NEW.message_id)
BEGIN
  SELECT RAISE(IGNORE);
END;

ALTER TABLE channels ADD COLUMN last_pin_at INTEGER;
CREATE INDEX pinned_messages ON messages(channel_id) WHERE pinned = 1;
`;
