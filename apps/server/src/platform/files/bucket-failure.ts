/** What a call to a bucket failed with: a name, and where it answered, a status. Its text may hold an address or a key. */
interface Failure {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const causes: Record<string, string> = {
  ENOTFOUND: 'no DNS server knows the name in the address of the bucket',
  EAI_AGAIN: 'DNS does not answer for the name in the address of the bucket',
  ECONNREFUSED: 'nothing listens at the address of the bucket',
  NoSuchBucket: 'there is no bucket of this name',
  InvalidAccessKeyId: 'the access key is not known there (PATCHKEEP_S3_ACCESS_KEY)',
  SignatureDoesNotMatch: 'the secret of the access key is wrong (PATCHKEEP_S3_SECRET_KEY)',
  AccessDenied: 'the access key may not do this with the bucket',
  AllAccessDisabled: 'the bucket is closed',
  PermanentRedirect: 'the bucket lies in another region (PATCHKEEP_S3_REGION)',
  AuthorizationHeaderMalformed: 'the bucket lies in another region (PATCHKEEP_S3_REGION)',
  RequestTimeTooSkewed: 'the clock of this machine is wrong, or that of the bucket',
  SlowDown: 'the bucket asks for fewer calls',
  NotImplemented: 'its server cannot do what is asked of it',
  QuotaExceeded: 'the bucket is full',
  TimeoutError: 'it does not answer in time',
  AbortError: 'it does not answer in time',
  ETIMEDOUT: 'it does not answer in time',
  ECONNRESET: 'it cut the connection',
  EPIPE: 'it cut the connection',
};
const certificate = /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

export const isMissing = (error: unknown): boolean => {
  const { name } = error as Failure;
  return name === 'NoSuchKey' || name === 'NotFound';
};

/** Beyond the end of the file. */
export const isPastEnd = (error: unknown): boolean => (error as Failure).$metadata?.httpStatusCode === 416;

export const causeOf = (error: unknown): string => {
  const { name = '', code = '', $metadata } = error as Failure;
  const known = causes[code] ?? causes[name];
  if (known !== undefined) return known;
  if (certificate.test(code)) return `its certificate is not trusted (${code}; see PATCHKEEP_S3_CA)`;
  const status = $metadata?.httpStatusCode;
  const word = /^[A-Za-z_]{1,60}$/.test(code || name) ? code || name : 'unknown error';
  return status === undefined ? `it failed (${word})` : `it answered ${status} (${word})`;
};
