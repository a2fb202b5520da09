/** How long each secret is valid, in milliseconds. */
export const LIFETIMES = {
  authorizationCode: 5 * 60_000,
  rpcToken: 15 * 60_000,
  accessToken: 7 * 24 * 3_600_000,
  /** of the tokens of an authorization that ends with a connection, in case its revocation fails */
  onceToken: 3_600_000,
  /** after a refresh, during which a second use of the same token is refused without revoking the new tokens */
  rotationGrace: 10_000,
  refreshToken: 90 * 24 * 3_600_000,
} as const;
