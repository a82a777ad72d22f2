import type { Evidence } from '@patchkeep/contract/applications';
import type { InstalledVersion } from '@patchkeep/contract/results';

const feedText: Record<string, string> = {
  cve5: 'CVE record',
  nvd: 'NVD',
  'nvd-overrides': 'NVD overrides',
  endoflife: 'endoflife.date',
  msrc: 'Microsoft',
};
const sourceText: Record<string, string> = {
  cna: 'by its maker',
  adp: 'enriched',
  nvd: 'by NVD',
  text: 'from its text',
};

/** Which record says it, and who inside it: "CVE record, by its maker". */
export const recordText = ({ feed, source }: Pick<Evidence, 'feed' | 'source'>): string => {
  const name = feedText[feed] ?? feed;
  const who = sourceText[source];
  return who === undefined || who === `by ${name}` ? name : `${name}, ${who}`;
};

const identifiedText: Record<string, string> = {
  productCode: 'Recognised by its product code',
  name: 'Recognised by its name and publisher',
  none: 'Not in the catalogue',
  setAside: 'Set aside: its name could not be matched in time',
};

export const identifiedBy = ({
  identifiedBy: how,
  correctionUuid,
}: Pick<InstalledVersion, 'identifiedBy' | 'correctionUuid'>): string =>
  correctionUuid === null ? (identifiedText[how] ?? 'Recognised') : 'As corrected by your company';

/** How the agent came to know of a copy. */
export const sourceOf = (source: string): string =>
  ({
    msi: 'Windows Installer',
    exe: 'Uninstall entry of the registry',
    dpkg: 'dpkg',
    rpm: 'rpm',
  })[source] ?? source;
