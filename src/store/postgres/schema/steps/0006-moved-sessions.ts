/**
 * Gateway sessions that may continue on another node (docs/adr/0052-sessions-that-move.md). They are empty after a crash of
 * PostgreSQL, which costs clients no more than to identify again, and are not compressed: a node stores thousands while it stops.
 */
export const movedSessions = `
CREATE UNLOGGED TABLE moved_sessions (
  id text PRIMARY KEY,
  user_id bigint NOT NULL,
  text text NOT NULL,
  stored_at timestamptz NOT NULL,
  until timestamptz NOT NULL
);
ALTER TABLE moved_sessions ALTER COLUMN text SET STORAGE EXTERNAL;
`;
