import { accounts } from './first/accounts.js';
import { commits } from './first/commits.js';
import { guilds } from './first/guilds.js';
import { messages } from './first/messages.js';

/**
 * Nodes that share a store (docs/adr/0044-one-owner-per-guild.md): their leases, the owner of each guild, the numbered
 * entries of guilds, and replies of requests that may be repeated.
 *
 * `guild_owners` has no reference to `guilds`: a row outlives its guild, so that an epoch is never used twice.
 */
const cluster = `
CREATE TABLE node_leases (
  node text PRIMARY KEY,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE guild_owners (
  guild_id bigint PRIMARY KEY,
  node text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  taken_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);
CREATE INDEX guild_owners_by_node ON guild_owners (node);

CREATE TABLE guild_entries (
  guild_id bigint NOT NULL,
  sequence bigint NOT NULL,
  text text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (guild_id, sequence)
);
CREATE INDEX guild_entries_by_age ON guild_entries (stored_at);

CREATE TABLE request_replies (
  key text PRIMARY KEY,
  reply text NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX request_replies_by_age ON request_replies (stored_at);

-- Whether the lease had ended. The row is locked until the end of the transaction, as take_guild does.
CREATE FUNCTION renew_lease(given_node text, lease interval) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE former timestamptz;
BEGIN
  SELECT until INTO former FROM node_leases WHERE node = given_node FOR UPDATE;
  INSERT INTO node_leases (node, until) VALUES (given_node, clock_timestamp() + lease)
    ON CONFLICT (node) DO UPDATE SET until = excluded.until;
  RETURN former IS NULL OR former <= clock_timestamp();
END $$;

-- The row of the owner after it was taken, or as it is if the lease of another node has not ended. It does not wait long
-- for a commit of the guild, because other guilds wait behind it.
CREATE FUNCTION take_guild(given_guild bigint, given_node text)
RETURNS TABLE (node text, epoch bigint, sequence bigint, remaining_ms double precision)
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
#variable_conflict use_column
DECLARE owner guild_owners; lease_end timestamptz;
BEGIN
  PERFORM 1 FROM guilds WHERE id = given_guild;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO guild_owners (guild_id, node, epoch) VALUES (given_guild, given_node, 0) ON CONFLICT DO NOTHING;
  SELECT * INTO owner FROM guild_owners WHERE guild_id = given_guild FOR UPDATE;
  IF owner.node <> given_node THEN
    SELECT until INTO lease_end FROM node_leases WHERE node_leases.node = owner.node FOR SHARE;
    IF lease_end > clock_timestamp() THEN
      RETURN QUERY SELECT owner.node, owner.epoch, owner.sequence,
        (extract(epoch FROM lease_end - clock_timestamp()) * 1000)::double precision;
      RETURN;
    END IF;
  END IF;
  RETURN QUERY UPDATE guild_owners SET node = given_node, epoch = guild_owners.epoch + 1, taken_at = now()
    WHERE guild_id = given_guild
    RETURNING guild_owners.node, guild_owners.epoch, guild_owners.sequence, NULL::double precision;
END $$;

-- Ends the transaction unless the guild has this epoch; adds an entry unless its number is null.
CREATE FUNCTION fence_guild(given_guild bigint, given_epoch bigint, number bigint, entry text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF number IS NULL THEN
    PERFORM 1 FROM guild_owners WHERE guild_id = given_guild AND epoch = given_epoch FOR SHARE;
  ELSE
    UPDATE guild_owners SET sequence = number
      WHERE guild_id = given_guild AND epoch = given_epoch AND sequence = number - 1;
  END IF;
  PERFORM require(FOUND);
  IF number IS NOT NULL THEN
    INSERT INTO guild_entries (guild_id, sequence, text) VALUES (given_guild, number, entry);
  END IF;
END $$;

-- Ends the transaction if a reply with the key is stored.
CREATE FUNCTION store_reply(given_key text, given_reply text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO request_replies (key, reply) VALUES (given_key, given_reply) ON CONFLICT DO NOTHING;
  PERFORM require(FOUND);
END $$;
`;

/**
 * Voice states of guilds that nodes share (docs/adr/0048-gateway-sessions-on-any-node.md): another node that takes a guild has to
 * know who is in voice. A process that has the store for itself writes none.
 */
const voiceStates = `
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

/**
 * Numbers of nodes in the ids that they create, and owners of guilds from their creation
 * (docs/adr/0047-guilds-of-the-service-have-owners.md).
 */
const newOwners = `
CREATE TABLE node_numbers (
  number integer PRIMARY KEY CHECK (number BETWEEN 0 AND 1023),
  node text NOT NULL UNIQUE,
  allotted_at timestamptz NOT NULL DEFAULT now()
);

-- A number that no other node has had for an hour, and if possible never; null if there is none.
CREATE FUNCTION allot_number(given_node text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE chosen integer;
BEGIN
  LOCK TABLE node_numbers IN EXCLUSIVE MODE;
  SELECT number INTO chosen FROM node_numbers WHERE node = given_node;
  IF FOUND THEN RETURN chosen; END IF;
  SELECT free.number INTO chosen
    FROM generate_series(0, 1023) AS free(number)
    LEFT JOIN (SELECT used.number, greatest(used.allotted_at, lease.until) AS used_until
      FROM node_numbers AS used LEFT JOIN node_leases AS lease USING (node)) AS former USING (number)
    WHERE used_until IS NULL OR used_until < clock_timestamp() - interval '1 hour'
    ORDER BY used_until NULLS FIRST, free.number LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM node_numbers WHERE number = chosen;
  INSERT INTO node_numbers (number, node) VALUES (chosen, given_node);
  RETURN chosen;
END $$;

-- The node that creates a guild owns it with epoch 1; ends the transaction if the guild has had an owner.
CREATE FUNCTION own_new_guild(given_guild bigint, given_node text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO guild_owners (guild_id, node, epoch) VALUES (given_guild, given_node, 1) ON CONFLICT DO NOTHING;
  PERFORM require(FOUND);
END $$;
`;

/** Voice endpoints of all nodes, and which one serves each channel (docs/adr/0051-voice-endpoints-of-a-cluster.md). */
const voiceEndpoints = `
CREATE TABLE voice_endpoints (
  id text PRIMARY KEY,
  node text NOT NULL,
  link text NOT NULL,
  address text NOT NULL,
  region text,
  members integer NOT NULL,
  until timestamptz NOT NULL
);

CREATE TABLE voice_channels (channel_id bigint PRIMARY KEY, endpoint_id text, chosen_at timestamptz);

CREATE FUNCTION register_voice_endpoint(
  given_id text, given_node text, given_link text, given_address text, given_region text, given_members integer, given_time interval
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO voice_endpoints (id, node, link, address, region, members, until)
    VALUES (given_id, given_node, given_link, given_address, given_region, given_members, clock_timestamp() + given_time)
    ON CONFLICT (id) DO UPDATE SET node = EXCLUDED.node, link = EXCLUDED.link, address = EXCLUDED.address, region = EXCLUDED.region,
      members = EXCLUDED.members, until = EXCLUDED.until
$$;

-- The row of the channel is locked, so that all who ask at once get the same endpoint.
CREATE FUNCTION choose_voice_endpoint(given_channel bigint, given_region text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE chosen text;
BEGIN
  INSERT INTO voice_channels (channel_id) VALUES (given_channel) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM voice_channels WHERE channel_id = given_channel FOR UPDATE;
  SELECT endpoint.id INTO chosen
    FROM voice_channels AS channel JOIN voice_endpoints AS endpoint ON endpoint.id = channel.endpoint_id
    WHERE channel.channel_id = given_channel AND endpoint.until > clock_timestamp();
  IF FOUND THEN RETURN chosen; END IF;
  SELECT id INTO chosen FROM voice_endpoints WHERE until > clock_timestamp()
    ORDER BY region IS NOT DISTINCT FROM given_region DESC, region IS NOT NULL, members, id LIMIT 1;
  UPDATE voice_channels SET endpoint_id = chosen, chosen_at = now() WHERE channel_id = given_channel;
  -- Until its node counts again: a channel has some members.
  UPDATE voice_endpoints SET members = members + 1 WHERE id = chosen;
  DELETE FROM voice_endpoints WHERE until < clock_timestamp() - interval '1 hour';
  RETURN chosen;
END $$;
`;

/**
 * Gateway sessions that may continue on another node (docs/adr/0052-sessions-that-move.md). They are empty after a crash of
 * PostgreSQL, which costs clients no more than to identify again, and are not compressed: a node stores thousands while it stops.
 */
const movedSessions = `
CREATE UNLOGGED TABLE moved_sessions (
  id text PRIMARY KEY,
  user_id bigint NOT NULL,
  text text NOT NULL,
  stored_at timestamptz NOT NULL,
  until timestamptz NOT NULL
);
ALTER TABLE moved_sessions ALTER COLUMN text SET STORAGE EXTERNAL;
`;

/**
 * Takes of guilds that wait for nothing (docs/adr/0044-one-owner-per-guild.md). That another node owns a guild is read without
 * a lock and without a write; and a take fails at once if a commit of the guild is in progress, because those of other guilds wait
 * behind it. Who takes it tries again.
 */
const unlockedTakes = `
CREATE OR REPLACE FUNCTION take_guild(given_guild bigint, given_node text)
RETURNS TABLE (node text, epoch bigint, sequence bigint, remaining_ms double precision)
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
#variable_conflict use_column
DECLARE owner guild_owners; lease_end timestamptz; is_known boolean;
BEGIN
  PERFORM 1 FROM guilds WHERE id = given_guild;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO owner FROM guild_owners WHERE guild_id = given_guild;
  is_known := FOUND;
  IF owner.node <> given_node THEN
    SELECT until INTO lease_end FROM node_leases WHERE node_leases.node = owner.node;
    IF lease_end > clock_timestamp() THEN
      RETURN QUERY SELECT owner.node, owner.epoch, owner.sequence,
        (extract(epoch FROM lease_end - clock_timestamp()) * 1000)::double precision;
      RETURN;
    END IF;
  END IF;
  IF NOT is_known THEN
    INSERT INTO guild_owners (guild_id, node, epoch) VALUES (given_guild, given_node, 0) ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO owner FROM guild_owners WHERE guild_id = given_guild FOR UPDATE NOWAIT;
  IF owner.node <> given_node THEN
    -- Locked, so a renewal comes before or after it.
    SELECT until INTO lease_end FROM node_leases WHERE node_leases.node = owner.node FOR SHARE NOWAIT;
    IF lease_end > clock_timestamp() THEN
      RETURN QUERY SELECT owner.node, owner.epoch, owner.sequence,
        (extract(epoch FROM lease_end - clock_timestamp()) * 1000)::double precision;
      RETURN;
    END IF;
  END IF;
  RETURN QUERY UPDATE guild_owners SET node = given_node, epoch = guild_owners.epoch + 1, taken_at = now()
    WHERE guild_id = given_guild
    RETURNING guild_owners.node, guild_owners.epoch, guild_owners.sequence, NULL::double precision;
END $$;
`;

/**
 * Which accounts were changed, so that nodes read only those again (docs/adr/0049-state-of-all-nodes.md). A table of its own, because
 * an index on `users` would lock it while it is made. A transaction has its number before its end, so what is older than the oldest
 * one that runs is complete; a time would not say that.
 */
const changedAccounts = `
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

/**
 * The key of the messages between nodes (docs/operating-a-cluster.md, The bus), made by the random numbers of the server, of which each
 * UUID has 122 bits.
 *
 * Nodes of the former version do not authenticate their messages, so none may be running.
 */
const busKey = `
LOCK TABLE node_leases IN SHARE MODE;

DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM node_leases WHERE until > clock_timestamp()) THEN
    RAISE EXCEPTION 'nodes of a version that does not authenticate its messages are running' USING ERRCODE = 'GH001';
  END IF;
END $$;

CREATE TABLE bus_key (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  key bytea NOT NULL CHECK (length(key) = 32)
);
INSERT INTO bus_key (key) SELECT sha256(string_agg(uuid_send(gen_random_uuid()), ''::bytea)) FROM generate_series(1, 4);
`;

/**
 * The schema as a list of steps: a store of version n has had the first n applied. A released step never changes; later
 * changes are new steps at the end. They are counted apart from those of SQLite.
 *
 * Programs that know only the steps before it run on while a step is applied, and afterwards (docs/operating-a-cluster.md,
 * Upgrade). So a step adds: tables, functions, and columns that are nullable or have a constant default. It takes no long lock.
 */
export const SCHEMA_STEPS: readonly string[] = [
  [accounts, guilds, messages, commits].join('\n'),
  cluster,
  voiceStates,
  newOwners,
  voiceEndpoints,
  movedSessions,
  unlockedTakes,
  changedAccounts,
  busKey,
];
