import assert from 'node:assert/strict';
import type { Connection } from '#guildhall/store/postgres/connection.js';

/** Writes down, in each transaction, which node of which address committed an entry, and which guilds were changed. */
const TABLES = `DROP SCHEMA IF EXISTS observed CASCADE;
CREATE SCHEMA observed;
CREATE TABLE observed.entries (guild_id bigint, sequence bigint, epoch bigint, node text, client text, txid bigint);
CREATE TABLE observed.changes (guild_id bigint, txid bigint);
CREATE INDEX ON observed.entries (txid);
CREATE FUNCTION observed.note_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO observed.entries
    SELECT NEW.guild_id, NEW.sequence, epoch, node, host(inet_client_addr()), txid_current()
    FROM guild_owners WHERE guild_id = NEW.guild_id;
  RETURN NULL;
END $$;
CREATE FUNCTION observed.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO observed.changes VALUES (NEW.id, txid_current());
  RETURN NULL;
END $$;
CREATE TRIGGER observe AFTER INSERT ON guild_entries FOR EACH ROW EXECUTE FUNCTION observed.note_entry();
CREATE TRIGGER observe AFTER UPDATE ON guilds FOR EACH ROW EXECUTE FUNCTION observed.note_change();`;

/** Each finds what must not be there. */
const FAULTS = {
  'the numbers of entries have gaps': `SELECT guild_id::text, count(*), max(entries.sequence), owned.sequence AS counted
    FROM guild_entries AS entries JOIN guild_owners AS owned USING (guild_id) GROUP BY guild_id, owned.sequence
    HAVING count(*) <> max(entries.sequence) OR max(entries.sequence) <> owned.sequence`,
  'a commit has a lower epoch than the one before it': `SELECT * FROM (
      SELECT guild_id::text, sequence, epoch, node, lag(epoch) OVER (PARTITION BY guild_id ORDER BY sequence) AS before
      FROM observed.entries) AS ordered WHERE epoch < before`,
  'an epoch belongs to two nodes': `SELECT guild_id::text, epoch, min(node), max(node) FROM observed.entries
    GROUP BY guild_id, epoch HAVING count(DISTINCT node) > 1`,
  'a guild was changed without its fence': `SELECT DISTINCT guild_id::text, txid FROM observed.changes AS changes
    WHERE NOT EXISTS (SELECT FROM observed.entries AS entries
      WHERE entries.txid = changes.txid AND entries.guild_id = changes.guild_id)`,
};

/** Observes each commit from within the database, and finds those that no owner may make. */
export class CommitObserver {
  /** @param addresses of the nodes, by name; null: a Unix socket */
  constructor(private readonly addresses: ReadonlyMap<string, string | null>) {}

  async install(connection: Connection): Promise<void> {
    await connection.exec(TABLES);
  }

  /** Fails if a commit was not one of the owner at that time, or numbers have gaps. */
  async check(connection: Connection): Promise<void> {
    for (const [fault, sql] of Object.entries(FAULTS)) {
      assert.deepEqual(await connection.query(sql), [], fault);
    }
    const writers = 'SELECT DISTINCT node, client FROM observed.entries';
    for (const row of (await connection.query(writers)) as { node: string; client: string | null }[]) {
      const name = row.node.slice(0, row.node.lastIndexOf('-'));
      assert.equal(row.client, this.addresses.get(name), `a commit of ${row.node} came from another node`);
    }
  }
}
