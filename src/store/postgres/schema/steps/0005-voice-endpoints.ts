/** Voice endpoints of all nodes, and which one serves each channel (docs/adr/0051-voice-endpoints-of-a-cluster.md). */
export const voiceEndpoints = `
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
