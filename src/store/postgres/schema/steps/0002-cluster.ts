/**
 * Nodes that share a store (docs/adr/0044-one-owner-per-guild.md): their leases, the owner of each guild, the numbered
 * entries of guilds, and replies of requests that may be repeated.
 *
 * `guild_owners` has no reference to `guilds`: a row outlives its guild, so that an epoch is never used twice.
 */
export const cluster = `
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
