import { Refusal } from '../errors.ts';

/** So long a caller waits before it tries again. */
const retryAfterSeconds = 30;

/**
 * The store of files cannot be reached, or refuses. Callers are told to come back; the cause is for the operator's log:
 * it names what is wrong in words that hold neither an address nor a key.
 */
export class FilesUnavailable extends Refusal {
  readonly why: string;

  constructor(why: string) {
    super(503, 'The server does not reach its store of files. Try again in a minute.', { retryAfterSeconds });
    this.why = why;
  }
}
