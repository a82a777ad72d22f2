import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Names whose values never reach a log line, at any of the depths we log objects. */
const secretNames = [
  'password',
  'passwordHash',
  'newPassword',
  'currentPassword',
  'csrf',
  'cookie',
  'authorization',
  'accessToken',
  'access-token',
  'token',
  'secret',
  'pepper',
  'sid',
  'set-cookie',
  'x-csrf-token',
  'mfa',
];
const redacted = secretNames.flatMap((name) => {
  const key = /^\w+$/.test(name) ? `.${name}` : `["${name}"]`;
  return [key.replace(/^\./, ''), `*${key}`, `*.*${key}`, `*.*.*${key}`];
});

/** JSON lines on stdout, secrets blanked; `of` stands in every line: which process wrote it. */
export const openLog = (level: string, destination?: DestinationStream, of: Record<string, string> = {}): Log => {
  const options = { level, redact: { paths: redacted, censor: '[redacted]' }, base: of };
  return destination ? pino(options, destination) : pino(options);
};

/** A URL as it may be logged: tokens, and codes of identity providers, that came in the query are blanked. */
export const loggableUrl = (url: string): string =>
  url.replaceAll(/((?:access-?token|token|code|state)=)[^&#]*/gi, '$1[redacted]');
