import { type NamedSchemas, namedSchemas } from '../declaration/schema-references.js';
import { REST_OBJECTS } from '../objects/named-schemas.js';
import { ModifyChannelBody, OverwriteBody } from './channel-bodies.js';
import { EmbedBody } from './embed-bodies.js';
import { PositionBody } from './fields.js';
import { AuthorizeParameters } from './oauth2-bodies.js';
import { RoleBody } from './role-bodies.js';

/** The objects of REST, with those that several of its requests share (docs/rest.md, Objects of operations). */
export const REST_SCHEMAS: NamedSchemas = new Map([
  ...REST_OBJECTS,
  ...namedSchemas({
    AuthorizeParameters: [AuthorizeParameters, 'The parameters of an authorization request.'],
    EmbedBody: [EmbedBody, 'An embed in a request.'],
    ModifyChannelBody: [ModifyChannelBody, 'The changes of a channel.'],
    OverwriteBody: [OverwriteBody, 'A permission overwrite in a request.'],
    PositionBody: [PositionBody, 'The new position of a channel or role.'],
    RoleBody: [RoleBody, 'The fields of a role in a request.'],
  }),
]);
