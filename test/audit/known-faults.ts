/** Lines that are wrong and known to be: empty, or each with its reason. */
export const KNOWN_FAULTS: Readonly<Record<string, string>> = {
  'Message: author_color': 'it is left out for authors without a colored role',
  'GET_CHANNEL: RPC channel': 'author_color of its messages',
  'SELECT_TEXT_CHANNEL: RPC channel': 'author_color of its messages',
  'RPC channel, text: messages': 'author_color',
  'MESSAGE_CREATE: a message is created in the subscribed text channel': 'author_color',
  'MESSAGE_UPDATE: a message is updated': 'author_color',
  'NOTIFICATION_CREATE: the client receives a notification': 'author_color',
};
