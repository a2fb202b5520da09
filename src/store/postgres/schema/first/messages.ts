/** Messages, their files and the reactions to them. */
export const messages = `
CREATE TABLE messages (
  id bigint PRIMARY KEY,
  channel_id bigint NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES users(id),
  content words NOT NULL,
  edited_at bigint,
  tts flag NOT NULL,
  mention_everyone flag NOT NULL,
  mentions json NOT NULL,
  mention_roles json NOT NULL,
  pinned flag NOT NULL,
  type bigint NOT NULL,
  embeds json NOT NULL
);
CREATE INDEX messages_by_channel ON messages(channel_id, id);
CREATE INDEX messages_by_author ON messages(author_id, id);
CREATE INDEX pinned_messages ON messages(channel_id, id) WHERE pinned = 1;

CREATE TABLE attachments (
  id bigint PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  filename words NOT NULL,
  size bigint NOT NULL,
  content_type words NOT NULL,
  width bigint,
  height bigint,
  access_key words NOT NULL
);
CREATE INDEX attachments_by_message ON attachments(message_id);

-- Files whose row is gone, whatever removed it, until the file is removed, too.
CREATE TABLE removed_files (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  size bigint NOT NULL
);
CREATE FUNCTION list_removed_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_files (id, user_id, size) VALUES (OLD.id, OLD.user_id, OLD.size);
  RETURN NULL;
END $$;
CREATE TRIGGER files_of_deleted_attachments AFTER DELETE ON attachments
  FOR EACH ROW EXECUTE FUNCTION list_removed_file();

CREATE TABLE reactions (
  message_id bigint NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  emoji_key words NOT NULL,
  user_id bigint NOT NULL REFERENCES users(id),
  emoji json NOT NULL,
  reacted_at bigint NOT NULL,
  PRIMARY KEY (message_id, emoji_key, user_id)
);
-- A message may be deleted while a reaction to it waits; the foreign key would fail the whole transaction.
CREATE FUNCTION skip_reaction_to_deleted_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM messages WHERE id = NEW.message_id) THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reactions_of_deleted_messages BEFORE INSERT ON reactions
  FOR EACH ROW EXECUTE FUNCTION skip_reaction_to_deleted_message();
`;
