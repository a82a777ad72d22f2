import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** What the server answers, which is WebAuthn's own JSON. */
type Options = Record<string, unknown>;

/** Lets the device sign with one of its passkeys. In a module that is fetched only where somebody uses one. */
export const askPasskey = (options: Options) => startAuthentication({ optionsJSON: options as never });

/** Lets the device make a passkey. */
export const makePasskey = (options: Options) => startRegistration({ optionsJSON: options as never });
