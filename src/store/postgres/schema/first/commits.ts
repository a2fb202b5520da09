/**
 * The mark of a copy that is not complete, and what transactions of writers use (docs/adr/0043-a-store-in-postgresql.md): `require` ends one whose requirement is not
 * met, and `log_commit` one of a writer whose entry is gone. An index finds the entry also where there are few: a scan of
 * the table would be a conflict with every other writer.
 */
export const commits = `
CREATE TABLE unfinished_copy (started_at timestamptz NOT NULL DEFAULT now());

CREATE FUNCTION require(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION 'a requirement is not met' USING ERRCODE = 'GH001';
  END IF;
END $$;

CREATE TABLE commit_log (
  writer uuid PRIMARY KEY,
  committed bigint NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);
CREATE FUNCTION log_commit(given_writer uuid, number bigint) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  UPDATE commit_log SET committed = number, seen_at = now()
    WHERE writer = given_writer AND committed = number - 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this writer has no entry' USING ERRCODE = 'GH002';
  END IF;
END $$;
`;
