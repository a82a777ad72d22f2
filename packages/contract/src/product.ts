/** Every name the product calls itself by. */
export const product = {
  name: 'Patchkeep',
  corporate: 'Patchkeep Corporate',
  patchPro: 'Patchkeep PatchPro',
  uatSuffix: ' UAT',
  uatTooltip: 'The User Acceptance Testing page may contain beta and preview features!!!',
  defaultProvider: 'Patchkeep',
  copyrightYears: '2018-2025',
  /** Part of the salt of the client-side password hash: changing it locks everyone out. */
  passwordRealm: 'Patchkeep',
} as const;
