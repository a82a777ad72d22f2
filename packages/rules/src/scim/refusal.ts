/** The words of RFC 7644, section 3.12, for what was wrong with a request. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

export interface ScimRefusal {
  refused: { scimType: ScimType; detail: string };
}

export const refused = (scimType: ScimType, detail: string): ScimRefusal => ({ refused: { scimType, detail } });

export const isRefused = (value: object): value is ScimRefusal => 'refused' in value;
