import { ssoReturnPath } from '@patchkeep/contract/single-sign-on';

/** Each connection has an address of its own to come back to: what is meant for another one does not get there. */
export const returnAddressOf = (publicOrigin: string | undefined, connectionId: string): string =>
  `${publicOrigin ?? ''}${ssoReturnPath}/${connectionId}`;
