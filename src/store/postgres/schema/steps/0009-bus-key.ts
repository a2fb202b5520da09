/**
 * The key of the messages between nodes (docs/operating-a-cluster.md, The bus), made by the random numbers of the server, of which each
 * UUID has 122 bits.
 *
 * Nodes of the former version do not authenticate their messages, so none may be running.
 */
export const busKey = `
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
