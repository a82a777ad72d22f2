import { describe, expect, it } from 'vitest';
import type { Advisory } from '../../matching/advisory.types.ts';
import { mergeCve } from './cve-facts.rules.ts';
import { checkedCvss } from './cvss.service.ts';

describe('a CVSS score', () => {
  it.each([
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O/RC:C', 9.8],
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 7.5],
    ['no vector at all', 1.1],
    ['CVSS:3.1/AV:N', 1.1],
  ])('is what its vector comes to: %s', (vector, score) => {
    expect(checkedCvss({ version: '', vector, score: 1.1, source: 'x' }).score).toBe(score);
  });
});

const says = (feed: string, more: Partial<Advisory>): Advisory => ({
  cveId: 'CVE-2026-0001',
  feed,
  state: 'published',
  description: '',
  cvss: [],
  isDisputed: false,
  references: [],
  affected: [],
  ...more,
});

describe('what all feeds say of a CVE', () => {
  const cvss = (version: string, score: number) => ({ version, score, vector: '', source: 'x' });
  it('hears its authors first, takes the newest standard, the first day and the last change', () => {
    const nvd = says('nvd', {
      description: 'theirs',
      publishedOn: '2026-01-02',
      modifiedAt: '2026-03-01T00:00:00',
      cvss: [cvss('3.1', 5), cvss('2.0', 4)],
    });
    const own = says('cve5', {
      title: 'Own',
      description: 'own',
      publishedOn: '2026-01-03',
      modifiedAt: '2026-02-01T00:00:00Z',
      cvss: [cvss('3.1', 7)],
      exploited: { on: '2026-02-02' },
    });
    expect(mergeCve('CVE-2026-0001', [nvd, own], undefined)).toMatchObject({
      title: 'Own',
      description: 'own',
      publishedOn: '2026-01-02',
      modifiedAt: '2026-03-01T00:00:00',
      cvss: { score: 7 },
      exploitedOn: '2026-02-02',
      feeds: ['cve5', 'nvd'],
    });
  });
  it('is withdrawn when its authors say so, whatever others still carry', () => {
    const merged = mergeCve('CVE-2026-0001', [says('nvd', {}), says('cve5', { state: 'rejected' })], undefined);
    expect(merged.isRejected).toBe(true);
  });
  it('may be no more than an id on a list', () => {
    const kev = { addedOn: '2026-01-01', dueOn: '2026-02-01', isRansomware: true, title: 'Listed' };
    expect(mergeCve('CVE-2026-0001', [], kev)).toMatchObject({
      title: 'Listed',
      exploitedOn: '2026-01-01',
      exploitedDue: '2026-02-01',
      isRansomware: true,
      feeds: ['kev'],
    });
  });
});
