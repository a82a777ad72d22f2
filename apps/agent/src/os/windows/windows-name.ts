const firstOfEleven = 22_000;

/** Windows 11 still calls itself 10 in the registry; its build tells. */
export const windowsName = (about: Map<string, string>): string => {
  const name = about.get('productname') ?? 'Windows';
  const build = Number(about.get('currentbuildnumber') ?? about.get('currentbuild'));
  const honest = build >= firstOfEleven ? name.replace('Windows 10', 'Windows 11') : name;
  const feature = about.get('displayversion');
  return feature === undefined ? honest : `${honest} ${feature}`;
};
