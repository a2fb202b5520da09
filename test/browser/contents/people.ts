import type { User } from '#guildhall/protocol/objects/user.js';

/** An id as the service gives them. */
export function toId(number: number): string {
  return `4177198342314${39000 + number}`;
}

function user(number: number, username: string, discriminator: string): User {
  return { id: toId(number), username, discriminator, avatar: null };
}

/** Those of the filled console; `ada` looks at it. */
export const PEOPLE = {
  ada: user(1, 'ada', '0815'),
  ben: user(2, 'ben', '4711'),
  chloe: user(3, 'chloe', '1729'),
  dan: user(4, 'dan', '6174'),
  referee: { ...user(5, 'Referee', '0001'), bot: true },
};
