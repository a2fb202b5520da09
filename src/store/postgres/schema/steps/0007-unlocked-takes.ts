/**
 * Takes of guilds that wait for nothing (docs/adr/0044-one-owner-per-guild.md). That another node owns a guild is read without
 * a lock and without a write; and a take fails at once if a commit of the guild is under way, because those of other guilds wait
 * behind it. Who takes it tries again.
 */
export const unlockedTakes = `
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
