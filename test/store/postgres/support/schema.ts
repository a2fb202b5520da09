import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import { migrate } from '#guildhall/store/postgres/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/postgres/schema/steps.js';
import { withConnection } from '../../../helpers/postgres/postgres-server.js';

/** A later step, of the kind that running programs allow: another column in each table, and another table. */
const LATER_STEP = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN added_later integer NOT NULL DEFAULT 0', name);
  END LOOP;
END $$;
CREATE TABLE later (id bigint PRIMARY KEY)`;

/** The steps that the next version of the program might have. */
export const NEXT_STEPS: readonly string[] = [...SCHEMA_STEPS, LATER_STEP];

/** Columns, indexes, constraints and functions of all tables. */
const DESCRIBE = `
  SELECT table_name || '.' || column_name || ' ' || coalesce(domain_name, data_type) || ' ' || is_nullable
      || ' ' || coalesce(column_default, '') AS part
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY part`;

/** Brings a database to the schema of an earlier or a later program. */
export function migrateTo(settings: ConnectionSettings, steps: readonly string[]): Promise<void> {
  return withConnection(settings, (connection) => migrate(connection, steps));
}

export function describeSchema(settings: ConnectionSettings): Promise<unknown[]> {
  return withConnection(settings, (connection) => connection.query(DESCRIBE));
}
