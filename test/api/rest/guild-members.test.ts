import { describe } from 'node:test';
import { makeGuestCast, useCast } from '../support/cast.js';
import { testRows } from '../support/rows.js';
import { addMemberRows } from './rows/add-member.js';
import { addMemberAsGuestRows } from './rows/add-member-as-guest.js';
import { guildMemberRows } from './rows/guild-members.js';

testRows(useCast(), { ...guildMemberRows, ...addMemberRows });

describe('By a bot that does not own the guild', () => {
  testRows(useCast(makeGuestCast), addMemberAsGuestRows);
});
