/**
 * Why an installer of a manifest cannot become a package just as it is. Those that no recipe can help come first; the
 * first one that applies is the one that is told.
 */
export const reasons = {
  noManifest: 'no public manifest names it',
  loginOnly: 'the vendor gives it only to signed-in customers',
  notAnInstaller: 'the file is the program itself, or an archive of it, and installs nothing',
  msix: 'it comes only as MSIX, which hosts cannot install yet',
  needsFolder: 'its installer needs other files beside it, or a folder that somebody must choose',
  downloadsMore: 'its installer fetches more while it runs, which nobody vouches for',
  removesData: 'its older version must be removed first, and what people keep in it would go with it',
  attendedUpgrade: 'its vendor asks for steps by a person before an upgrade, such as a backup of its data',
  explicitOnly: 'the manifest says that it updates itself, or only when somebody asks for it',
  removesFirst: 'the older version must be removed first',
  editionUnclear: 'there are several editions, and the names of copies must tell them apart',
  nestedInZip: 'the installer lies in an archive',
  scopeUnsaid: 'the manifest does not say whether it installs for the machine or for a user',
  noSilentSwitch: 'no switch is known that makes it run without a person',
  switchesUnclear: 'its switches do not survive being taken apart and put together',
} as const;

export type Reason = keyof typeof reasons;

const inOrder = Object.keys(reasons) as Reason[];

/** Whatever a recipe says, these stay. */
const final = new Set<Reason>([
  'noManifest',
  'loginOnly',
  'notAnInstaller',
  'msix',
  'needsFolder',
  'downloadsMore',
  'removesData',
  'attendedUpgrade',
  'explicitOnly',
]);

export const isFinal = (reason: Reason): boolean => final.has(reason);

/** The reason to tell first gets the lowest number. */
export const placeOf = (reason: Reason): number => inOrder.indexOf(reason);
