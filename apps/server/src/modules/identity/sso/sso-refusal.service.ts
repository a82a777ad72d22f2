import { Refusal } from '../../../platform/errors.ts';
import type { TokenRefusal } from './id-token.rules.ts';
import type { SamlRefusal } from './saml/saml-response.service.ts';

export const ssoTexts = {
  noAccess: 'Your organisation signs in here, but nobody has given you access yet.',
  otherBrowser: 'The answer was not meant for this browser. Start again.',
  again: 'Signing in through your organisation did not work. Start again, and tell your administrator if it stays so.',
  denied: 'Your organisation did not sign you in.',
  unreachable: 'The identity provider of your organisation cannot be reached. Wait a moment and start again.',
  existing:
    'You have an account with a password here already. Sign in with the password, then connect the account under Account.',
  linkedElsewhere: 'This person of your organisation is connected with another account already.',
  oldSignIn: 'Your organisation did not ask you to sign in anew, so this does not show that it is you.',
  noSignInTime: 'Your organisation does not say when you signed in there, so this does not show that it is you.',
  otherPerson: 'Somebody else signed in at your organisation. Sign in there as yourself.',
  linkedAlready: 'Your account is connected with another person of your organisation already.',
  notThrough: 'You did not sign in through an organisation',
  notOffered: 'Nobody of this domain signs in through an organisation here.',
} as const;

export type SsoReason =
  | TokenRefusal
  | SamlRefusal
  /** An assertion that was used before. */
  | 'replayed'
  /** The identity provider answered with an error instead of a code. */
  | 'denied'
  /** The answer came from another identity provider than the one that was asked. */
  | 'mixUp'
  | 'unreachable'
  /** The connection was changed or removed meanwhile. */
  | 'changed'
  | 'noEmail'
  | 'foreignDomain'
  | 'noGroup'
  | 'addressElsewhere'
  | 'existingUser'
  | 'disabled'
  | 'noSite'
  | 'tooManyUsers'
  | 'linkedElsewhere'
  | 'linkedAlready'
  | 'otherUser'
  /** Who signed in anew is not whose session it is. */
  | 'otherPerson'
  | 'invitation';

const texts: Partial<Record<SsoReason, string>> = {
  denied: ssoTexts.denied,
  unreachable: ssoTexts.unreachable,
  noEmail: ssoTexts.noAccess,
  foreignDomain: ssoTexts.noAccess,
  noGroup: ssoTexts.noAccess,
  // Who has an account under another customer is none of this one's business.
  addressElsewhere: ssoTexts.noAccess,
  disabled: ssoTexts.noAccess,
  noSite: ssoTexts.noAccess,
  tooManyUsers: ssoTexts.noAccess,
  existingUser: ssoTexts.existing,
  linkedElsewhere: ssoTexts.linkedElsewhere,
  linkedAlready: ssoTexts.linkedAlready,
  otherUser: ssoTexts.otherBrowser,
  oldSignIn: ssoTexts.oldSignIn,
  noSignInTime: ssoTexts.noSignInTime,
  otherPerson: ssoTexts.otherPerson,
};

/** Why somebody was not let in: a reason for the activity log, a sentence for who tried. */
export interface SsoRefused {
  reason: SsoReason;
  /** For the log: what the identity provider said or what failed. */
  detail?: string;
  minutesOff?: number;
}

export const refusalOf = ({ reason, minutesOff }: SsoRefused): Refusal =>
  new Refusal(
    403,
    reason === 'clock' && minutesOff !== undefined
      ? `The clock of your identity provider is ${minutesOff} minutes off.`
      : (texts[reason] ?? ssoTexts.again),
  );
