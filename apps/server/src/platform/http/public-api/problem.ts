import { STATUS_CODES } from 'node:http';
import { publicBase } from '@patchkeep/contract/endpoint';
import { type ErrorBody, errorCatalogue, type ErrorCode } from '@patchkeep/contract/errors';

export const problemMedia = 'application/problem+json; charset=utf-8';

/** Is this address one of the public API? Its errors have a form of their own. */
export const isPublicAddress = (url: string): boolean => url.startsWith(`${publicBase}/`);

const isKnown = (code: number | undefined): code is ErrorCode => code !== undefined && code in errorCatalogue;

/** `NotFound` as `not-found`. */
const kebab = (name: string): string => name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase();

/** An error of the public API as RFC 9457 describes one; `code` and `info` are as in the console's answers. */
export const problemOf = (status: number, body: ErrorBody, requestId: string): string => {
  const { code, message, info } = body;
  return JSON.stringify({
    type: isKnown(code) ? `urn:patchkeep:problem:${kebab(errorCatalogue[code].name)}` : 'about:blank',
    title: isKnown(code) ? errorCatalogue[code].text : (STATUS_CODES[status] ?? 'Error'),
    status,
    ...(message !== undefined && { detail: message }),
    instance: `urn:patchkeep:request:${requestId}`,
    ...(code !== undefined && { code }),
    ...(info && { info }),
  });
};
