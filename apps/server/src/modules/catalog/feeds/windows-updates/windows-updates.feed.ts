import type { Feed, Import } from '../feed.types.ts';
import { csvRows } from '../files/csv.reader.ts';
import { kbOf, severityOf, type WindowsFix } from './windows-fix.rules.ts';
import { importWindowsFixes } from './windows-updates.service.ts';

const maxBytes = 2 * 1024 ** 3;
const dayOf = (posted: string): string | null => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(posted) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
};

/** The table of updates that wesng derives from Microsoft's documents: the source of which update replaces which. */
async function* fixesIn(path: string, work: Import): AsyncGenerator<WindowsFix> {
  for await (const line of await csvRows(path, maxBytes, /^CVEs_.*\.csv$/)) {
    work.count();
    const cell = (key: string): string => line[key]?.trim() ?? '';
    const cveId = cell('CVE');
    const product = cell('AffectedProduct');
    const name = `${cveId} ${cell('BulletinKB')} ${product}`.trim();
    if (!/^(CVE-\d{4}-\d{4,}|ADV\d{4,})$/.test(cveId)) work.reject(name, 'no CVE id');
    else if (product === '') work.reject(name, 'no product');
    else {
      const kb = kbOf(cell('BulletinKB'));
      const superseded = kbOf(cell('Supersedes'));
      yield {
        cveId,
        product,
        kb,
        remedy: kb === null ? cell('BulletinKB') : '',
        severity: severityOf(cell('Severity')),
        impact: cell('Impact'),
        isExploited: false,
        releasedOn: dayOf(cell('DatePosted')),
        supersedes: superseded === null ? [] : [superseded],
        fixedBuild: '',
        isRestartRequired: null,
        classification: '',
      };
    }
  }
}

export const windowsUpdatesFeed: Feed = {
  name: 'windows-updates',
  title: 'Windows updates and what they replace',
  addresses: () => ['https://github.com/bitsadmin/wesng/raw/master/definitions.zip'],
  everyHours: 24,
  staleAfterHours: 24 * 40,
  maxBytes,
  isOfWindows: true,
  read: (path, work) => importWindowsFixes(work, fixesIn(path, work)),
};
