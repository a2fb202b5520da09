import { CreateBanBody } from '../../../../protocol/rest/ban-bodies.js';
import { AddMemberBody, ModifyMemberBody, SetNickBody } from '../../../../protocol/rest/member-bodies.js';
import { BeginPruneBody } from '../../../../protocol/rest/prune-bodies.js';
import { defineBody } from '../../body.js';

export const addMember = defineBody(AddMemberBody, ({ access_token, nick, roles, mute, deaf }) => ({
  accessToken: access_token,
  nick: nick ?? undefined,
  roles: roles ?? undefined,
  mute: mute ?? undefined,
  deaf: deaf ?? undefined,
}));

export const modifyMember = defineBody(ModifyMemberBody, ({ nick, roles, mute, deaf, channel_id }) => ({
  nick,
  roles: roles ?? undefined,
  mute: mute ?? undefined,
  deaf: deaf ?? undefined,
  channelId: channel_id,
}));

export const setOwnNick = defineBody(SetNickBody, ({ nick }) => nick);

export const createBan = defineBody(CreateBanBody, (body) => ({
  days: body.delete_message_days ?? null,
  seconds: body.delete_message_seconds ?? null,
  reason: body.reason ?? null,
}));

export const beginPrune = defineBody(BeginPruneBody, ({ days }) => days ?? null);
