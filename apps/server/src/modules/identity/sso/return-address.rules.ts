import { signedOutPath } from '@patchkeep/contract/session';
import { ssoReturnPath } from '@patchkeep/contract/single-sign-on';

/** Each connection has an address of its own to come back to: what is meant for another one does not get there. */
export const returnAddressOf = (publicOrigin: string | undefined, connectionId: string): string =>
  `${publicOrigin ?? ''}${ssoReturnPath}/${connectionId}`;

/** Where browsers come back to after they signed out there: one address for all, which shows a page and reads nothing. */
export const signedOutAddressOf = (publicOrigin: string | undefined): string => `${publicOrigin ?? ''}${signedOutPath}`;
