import { parameterNames } from '../../protocol/declaration/path-template.js';
import { ELEVATED_PERMISSIONS, PERMISSIONS, type PermissionName } from '../../protocol/permissions.js';
import type { RestErrorName } from '../../protocol/rest/errors.js';
import type { OperationAccess, OperationErrorName } from './operation.js';

/** Errors that any operation may return: the request is malformed, its token is invalid, or the service failed. */
export const COMMON_ERRORS: readonly OperationErrorName[] = [
  'BAD_REQUEST',
  'INVALID_FORM_BODY',
  'INVALID_API_VERSION',
  'UNAUTHORIZED',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Errors for a path parameter that identifies nothing, or nothing that the caller may use. */
const PARAMETER_ERRORS: Readonly<Record<string, readonly RestErrorName[]>> = {
  'guild.id': ['UNKNOWN_GUILD', 'MISSING_ACCESS'],
  'channel.id': ['UNKNOWN_CHANNEL', 'MISSING_ACCESS'],
  'role.id': ['UNKNOWN_ROLE'],
  'message.id': ['UNKNOWN_MESSAGE'],
  'emoji.id': ['UNKNOWN_EMOJI'],
  emoji: ['UNKNOWN_EMOJI'],
  'integration.id': ['UNKNOWN_INTEGRATION'],
  'invite.code': ['UNKNOWN_INVITE'],
  'application.id': ['UNKNOWN_APPLICATION'],
};

/** The errors that follow from an operation's access, path and permission. */
export function impliedErrors({
  access,
  path,
  permission,
}: {
  readonly access: OperationAccess;
  readonly path: string;
  readonly permission: PermissionName | null;
}): OperationErrorName[] {
  return [
    ...accessErrors(access),
    ...parameterNames(path).flatMap((name) => PARAMETER_ERRORS[name] ?? []),
    ...(permission === null ? [] : permissionErrors(PERMISSIONS[permission])),
  ];
}

function accessErrors(access: OperationAccess): OperationErrorName[] {
  if (access === 'anyone') return [];
  if (access === 'application') return ['invalid_client'];
  if (access === 'bot') return ['ONLY_BOTS'];
  if (access === 'person') return ['NO_BOTS', 'MISSING_ACCESS'];
  return access.scopes === 'any' ? [] : ['MISSING_ACCESS'];
}

function permissionErrors(bit: number): OperationErrorName[] {
  return bit & ELEVATED_PERMISSIONS
    ? ['MISSING_PERMISSIONS', 'TWO_FACTOR_REQUIRED']
    : ['MISSING_PERMISSIONS'];
}
