export type Log = (about: object, says: string) => void;

/** A line of JSON each, like the server's. */
export const logAs =
  (role: string): Log =>
  (about, says) => {
    const told = 'err' in about && about.err instanceof Error ? { ...about, err: about.err.message } : about;
    process.stdout.write(`${JSON.stringify({ time: Date.now(), role, ...told, msg: says })}\n`);
  };
