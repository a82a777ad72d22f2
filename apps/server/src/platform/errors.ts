import { type ErrorCode, errorCatalogue } from '@patchkeep/contract/errors';

/** A refusal the caller is told about: an HTTP status and, where the catalogue has one, a code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly info: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    extra: { code?: ErrorCode; info?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = extra.code;
    this.info = extra.info;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}

export const unauthenticated = () => new Refusal(401, 'Sign in first');
export const forbidden = (why: string) => new Refusal(403, why);
/** The console asks for a proof, and then repeats the call. */
export const stepUpNeeded = () => new Refusal(403, errorCatalogue[2101].text, { code: 2101 });
/** Also for what exists but belongs to somebody else: a stranger must not learn the difference. */
export const notFound = () => new Refusal(404, errorCatalogue[404].text, { code: 404 });
/** What was looked for, unless it does not exist. */
export const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound();
  return row;
};
/** A save conflict has no code; the console knows it by status 409. */
export const saveConflict = (why: string) => new Refusal(409, why);
export const invalid = (why: string, info?: Record<string, unknown>) => new Refusal(400, why, info ? { info } : {});
export const tooMany = (retryAfterSeconds: number) => new Refusal(429, 'Too many attempts', { retryAfterSeconds });
export const busy = (retryAfterSeconds = 3) => new Refusal(503, 'Busy', { retryAfterSeconds });
