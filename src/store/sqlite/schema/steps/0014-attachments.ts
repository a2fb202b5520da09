/**
 * Files of messages. Their bytes are files beside the store, named by `id`. `removed_files` lists those whose row is gone,
 * whatever removed it, until the file is removed, too.
 */
export const attachments = `
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  filename TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  access_key TEXT NOT NULL
) STRICT;
CREATE INDEX attachments_by_message ON attachments(message_id);

CREATE TABLE removed_files (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  size INTEGER NOT NULL
) STRICT;
CREATE TRIGGER files_of_deleted_attachments AFTER DELETE ON attachments
BEGIN
  INSERT INTO removed_files (id, user_id, size) VALUES (OLD.id, OLD.user_id, OLD.size);
END;
`;
