/** By SQLSTATE, never by the constraint's name: a distributed database names its parts differently. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
