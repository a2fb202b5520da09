/** The id of an account elsewhere that the rows attach. */
export const ABROAD = '41771983423143937';

export const ATTACH = {
  method: 'POST',
  path: '/guilds/{guild}/integrations',
  body: { type: 'twitch', id: ABROAD },
};
