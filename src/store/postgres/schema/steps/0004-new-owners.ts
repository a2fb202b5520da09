/**
 * Numbers of nodes in the ids that they create, and owners of guilds from their creation
 * (docs/adr/0047-guilds-of-the-service-have-owners.md).
 */
export const newOwners = `
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
