import { CreateInviteBody } from '../../../../protocol/rest/invite-bodies.js';
import { defineBody } from '../../body.js';

export const createInvite = defineBody(CreateInviteBody, (body) => ({
  maxAge: body.max_age ?? undefined,
  maxUses: body.max_uses ?? undefined,
  temporary: body.temporary ?? undefined,
  unique: body.unique ?? false,
}));
