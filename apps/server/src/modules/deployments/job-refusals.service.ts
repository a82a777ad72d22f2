import { errorCatalogue } from '@patchkeep/contract/errors';
import { Refusal } from '../../platform/errors.ts';

/** A job that would be left without anything to do, or without anybody to do it. */
export const missingData = (message: string) => new Refusal(400, message, { code: 2045 });

export const invalidAction = (message: string = errorCatalogue[2031].text, info?: Record<string, unknown>) =>
  new Refusal(400, message, { code: 2031, ...(info && { info }) });
