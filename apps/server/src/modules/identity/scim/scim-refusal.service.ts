import { isRefused, type ScimRefusal, type ScimType } from '@patchkeep/rules/scim/refusal';
import { Refusal } from '../../../platform/errors.ts';

/** A refusal with the word that SCIM has for its cause. */
export const scimRefusal = (status: number, scimType: ScimType, detail: string): Refusal =>
  new Refusal(status, detail, { info: { scimType } });

export const notUnique = (detail: string): Refusal => scimRefusal(409, 'uniqueness', detail);

/** What a rule says, unless it refuses. */
export const unlessRefused = <T extends object>(said: T | ScimRefusal): T => {
  if (isRefused(said)) throw scimRefusal(400, said.refused.scimType, said.refused.detail);
  return said;
};
