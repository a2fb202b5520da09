/** Embeds of messages; a list that is only ever read whole. */
export const messageEmbeds = `
ALTER TABLE messages ADD COLUMN embeds TEXT NOT NULL DEFAULT '[]';
`;
