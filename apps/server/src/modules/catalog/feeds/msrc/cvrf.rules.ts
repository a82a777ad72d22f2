import type { Advisory, Affected, Cvss } from '../../matching/advisory.types.ts';
import { childOf, childrenOf, textIn, type XmlElement } from '../files/xml-element.rules.ts';
import { kbOf, severityOf, type WindowsFix } from '../windows-updates/windows-fix.rules.ts';

/** Product ids to names, wherever the tree has them. */
export const productNames = (tree: XmlElement): Map<string, string> => {
  const names = new Map<string, string>();
  const visit = (element: XmlElement): void => {
    const id = element.attributes['ProductID'];
    if (element.name === 'FullProductName' && id !== undefined) names.set(id, element.text.trim());
    for (const child of element.children) visit(child);
  };
  visit(tree);
  return names;
};

interface Threat {
  severity: string;
  impact: string;
}

const productIds = (element: XmlElement | undefined): string[] =>
  childrenOf(element, 'ProductID').map(({ text }) => text.trim());
const revisionDays = (vulnerability: XmlElement): string[] =>
  childrenOf(childOf(vulnerability, 'RevisionHistory'), 'Revision')
    .map((revision) => textIn(revision, 'Date'))
    .filter((date) => date !== '')
    .toSorted();

const threatsOf = (vulnerability: XmlElement): { byProduct: Map<string, Threat>; isExploited: boolean } => {
  const byProduct = new Map<string, Threat>();
  let isExploited = false;
  for (const threat of childrenOf(childOf(vulnerability, 'Threats'), 'Threat')) {
    const said = textIn(threat, 'Description');
    const kind = threat.attributes['Type'];
    if (kind === 'Exploit Status' && /\bExploited:Yes\b/i.test(said)) isExploited = true;
    for (const id of productIds(threat)) {
      const known = byProduct.get(id) ?? { severity: '', impact: '' };
      if (kind === 'Severity') known.severity = severityOf(said);
      if (kind === 'Impact') known.impact = said;
      byProduct.set(id, known);
    }
  }
  return { byProduct, isExploited };
};

const cvssOf = (vulnerability: XmlElement): Cvss[] => {
  const scores = childrenOf(childOf(vulnerability, 'CVSSScoreSets'), 'ScoreSet').flatMap((set) => {
    const vector = textIn(set, 'Vector');
    const score = Number(textIn(set, 'BaseScore'));
    const version = /^CVSS:(\d\.\d)\//.exec(vector)?.[1];
    return version === undefined || !(score > 0) ? [] : [{ version, vector, score, source: 'cna' }];
  });
  // The worst of the products': the document scores each of them.
  return scores.toSorted((a, b) => b.score - a.score).slice(0, 1);
};

const plain = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export interface Bulletin {
  advisory: Advisory;
  fixes: WindowsFix[];
}

/** One vulnerability of a monthly document: what it is, which products it concerns and what repairs it there. */
export const parseVulnerability = (
  vulnerability: XmlElement,
  names: ReadonlyMap<string, string>,
): { ok: Bulletin } | { rejected: string } => {
  const cveId = textIn(vulnerability, 'CVE');
  if (!/^(CVE-\d{4}-\d{4,}|ADV\d{4,})$/.test(cveId)) return { rejected: 'no CVE id' };
  const { byProduct, isExploited } = threatsOf(vulnerability);
  const days = revisionDays(vulnerability);
  const releasedOn = days[0]?.slice(0, 10) ?? null;
  const named = (id: string): string => names.get(id) ?? id;
  const fix = (id: string): WindowsFix => ({
    cveId,
    product: named(id),
    kb: null,
    remedy: '',
    severity: byProduct.get(id)?.severity ?? '',
    impact: byProduct.get(id)?.impact ?? '',
    isExploited,
    releasedOn,
    supersedes: [],
    fixedBuild: '',
    isRestartRequired: null,
    classification: '',
  });
  const fixes: WindowsFix[] = [];
  const affected: Affected[] = [];
  for (const remedy of childrenOf(childOf(vulnerability, 'Remediations'), 'Remediation')) {
    if (remedy.attributes['Type'] !== 'Vendor Fix') continue;
    const description = textIn(remedy, 'Description');
    const kb = kbOf(description);
    const restart = textIn(remedy, 'RestartRequired');
    const fixedBuild = textIn(remedy, 'FixedBuild');
    for (const id of productIds(remedy)) {
      fixes.push({
        ...fix(id),
        kb,
        remedy: kb === null ? description : '',
        supersedes: textIn(remedy, 'Supercedence')
          .split(/[,;\s]+/)
          .flatMap((text) => kbOf(text) ?? []),
        fixedBuild,
        isRestartRequired: restart === '' ? null : restart === 'Yes',
        classification: textIn(remedy, 'SubType'),
      });
      if (/^\d+(\.\d+)+$/.test(fixedBuild)) affected.push(affectedBelow(named(id), fixedBuild));
    }
  }
  const repaired = new Set(fixes.map(({ product }) => product));
  const statuses = childrenOf(childOf(vulnerability, 'ProductStatuses'), 'Status');
  const known = statuses.filter(({ attributes }) => attributes['Type'] === 'Known Affected').flatMap(productIds);
  for (const id of known) if (!repaired.has(named(id))) fixes.push(fix(id));
  return {
    ok: { advisory: advisoryOf(cveId, vulnerability, days, affected), fixes },
  };
};

const affectedBelow = (product: string, fixedBuild: string): Affected => ({
  source: 'cna',
  vendor: 'microsoft',
  product: product.toLowerCase(),
  cpes: [],
  platforms: [],
  conditions: [],
  defaultStatus: 'unaffected',
  ranges: [
    { status: 'affected', isFromIncluded: true, to: fixedBuild, isToIncluded: false, raw: `FixedBuild ${fixedBuild}` },
  ],
  unread: [],
});

const advisoryOf = (
  cveId: string,
  vulnerability: XmlElement,
  days: readonly string[],
  affected: Affected[],
): Advisory => {
  const note = childrenOf(childOf(vulnerability, 'Notes'), 'Note').find(
    ({ attributes }) => attributes['Type'] === 'Description',
  );
  const publishedOn = days[0]?.slice(0, 10);
  const modifiedAt = days.at(-1);
  return {
    cveId,
    feed: 'msrc',
    state: 'published',
    title: textIn(vulnerability, 'Title'),
    description: plain(note?.text ?? ''),
    ...(publishedOn !== undefined && { publishedOn }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    cvss: cvssOf(vulnerability),
    isDisputed: false,
    references: [],
    affected: [...new Map(affected.map((each) => [JSON.stringify(each), each])).values()],
  };
};
