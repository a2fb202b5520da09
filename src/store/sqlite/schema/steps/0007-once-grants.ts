/**
 * Grants that end with the connection that asked (docs/adr/0010). A user has one lasting grant of an application and any
 * number of these.
 */
export const onceGrants = `
ALTER TABLE grants ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
DROP INDEX grants_by_user;
CREATE INDEX grants_by_user ON grants(user_id);
CREATE UNIQUE INDEX lasting_grants ON grants(user_id, application_id) WHERE once = 0;
CREATE INDEX once_grants_by_age ON grants(created_at) WHERE once = 1;
`;
