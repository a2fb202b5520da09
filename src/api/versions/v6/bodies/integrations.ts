import {
  CreateIntegrationBody,
  ModifyIntegrationBody,
} from '../../../../protocol/rest/integration-bodies.js';
import { defineBody } from '../../body.js';

export const createIntegration = defineBody(CreateIntegrationBody, ({ id, type }) => ({ id, type }));

export const modifyIntegration = defineBody(ModifyIntegrationBody, (body) => ({
  expireBehavior: body.expire_behavior ?? undefined,
  expireGracePeriod: body.expire_grace_period ?? undefined,
  enableEmoticons: body.enable_emoticons ?? undefined,
}));
