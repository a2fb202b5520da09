import { ActivityRequestBody } from '../../../../protocol/objects/activity-request.js';
import {
  AddRecipientBody,
  OpenPrivateChannelBody,
} from '../../../../protocol/rest/private-channel-bodies.js';
import { CreateGuestBody, ModifyUserBody } from '../../../../protocol/rest/user-bodies.js';
import { onlyKnown } from '../../../../protocol/schema.js';
import { readChangedAvatar } from '../../../images/read-image.js';
import { defineBody } from '../../body.js';

export const modifyUser = defineBody(ModifyUserBody, ({ username, avatar }) => ({
  username: username ?? undefined,
  avatar: readChangedAvatar('avatar', avatar),
}));

export const createGuest = defineBody(CreateGuestBody, ({ username, client_id }) => ({
  username,
  applicationId: client_id ?? null,
}));

export const openPrivateChannel = defineBody(OpenPrivateChannelBody, (body) => ({
  recipientId: body.recipient_id ?? null,
  recipientIds: body.recipients ?? null,
  accessTokens: body.access_tokens ?? null,
  nicks: body.nicks ?? {},
}));

export const addRecipient = defineBody(AddRecipientBody, ({ access_token, nick }) => ({
  accessToken: access_token ?? null,
  nick: nick ?? null,
}));

export const sendActivityRequest = defineBody(ActivityRequestBody, (body) =>
  onlyKnown(ActivityRequestBody, body),
);
