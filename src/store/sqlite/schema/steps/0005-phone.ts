/** The verified phone number of a user: what guilds of the highest verification level ask for. */
export const phone = `
ALTER TABLE users ADD COLUMN phone TEXT;
`;
