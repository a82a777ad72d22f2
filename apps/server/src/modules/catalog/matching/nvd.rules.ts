import { cvePattern, dayOf, englishIn, isObject, type Json, listAt, objectAt, textAt } from '@patchkeep/records/json';
import type { Advisory, Cvss, Parsed } from './advisory.types.ts';
import { readConfigurations } from './configurations.rules.ts';

const scoreOf = (cvss: Json, source: string, fallback: string): Cvss[] => {
  const score = cvss['baseScore'];
  const vector = textAt(cvss, 'vectorString');
  if (typeof score !== 'number' || vector === undefined) return [];
  return [{ version: textAt(cvss, 'version') ?? fallback, vector, score, source }];
};

const cvssOf = (metrics: Json): Cvss[] =>
  ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'].flatMap((key) =>
    listAt(metrics, key).flatMap((metric) =>
      scoreOf(objectAt(metric, 'cvssData'), textAt(metric, 'source') ?? 'nvd', key.slice(11)),
    ),
  );

const exploitedOf = (cve: Json): Advisory['exploited'] => {
  const on = dayOf(textAt(cve, 'cisaExploitAdd'));
  const due = dayOf(textAt(cve, 'cisaActionDue'));
  return on === undefined ? undefined : { on, ...(due === undefined ? {} : { due }) };
};

const stamps = (published: string | undefined, modified: string | undefined) => {
  const publishedOn = dayOf(published);
  return {
    ...(publishedOn === undefined ? {} : { publishedOn }),
    ...(modified === undefined ? {} : { modifiedAt: modified }),
  };
};

/** NVD API 2.0: the `cve` object, bare or as the API wraps it. Unknown keys come every year and are left alone. */
export const parseNvd = (json: unknown): Parsed => {
  const wrapped = isObject(json) && isObject(json['cve']) ? json['cve'] : json;
  if (!isObject(wrapped)) return { rejected: 'not an object' };
  const cveId = textAt(wrapped, 'id') ?? '';
  if (!cvePattern.test(cveId)) return { rejected: 'no CVE id' };
  const isRejected = textAt(wrapped, 'vulnStatus') === 'Rejected';
  const tags = listAt(wrapped, 'cveTags').flatMap((tag) => listAt(tag, 'tags'));
  const exploited = exploitedOf(wrapped);
  return {
    ok: {
      cveId,
      feed: 'nvd',
      state: isRejected ? 'rejected' : 'published',
      description: englishIn(listAt(wrapped, 'descriptions')),
      ...stamps(textAt(wrapped, 'published'), textAt(wrapped, 'lastModified')),
      cvss: cvssOf(objectAt(wrapped, 'metrics')),
      ...(exploited === undefined ? {} : { exploited }),
      isDisputed: tags.includes('disputed'),
      references: listAt(wrapped, 'references').flatMap((reference) => textAt(reference, 'url') ?? []),
      affected: isRejected ? [] : readConfigurations('nvd', listAt(wrapped, 'configurations')),
    },
  };
};

/** A record of corrections to NVD: the same configurations, with an annotation instead of the rest. */
export const parseNvdOverride = (json: unknown): Parsed => {
  const annotation = objectAt(json, '_annotation');
  const cve = objectAt(json, 'cve');
  const cveId = textAt(annotation, 'cve_id') ?? '';
  if (!cvePattern.test(cveId)) return { rejected: 'no CVE id' };
  return {
    ok: {
      cveId,
      feed: 'nvd-overrides',
      state: 'published',
      description: textAt(annotation, 'description')?.trim() ?? '',
      ...stamps(textAt(annotation, 'published'), textAt(annotation, 'modified')),
      cvss: [],
      isDisputed: false,
      references: listAt(cve, 'references').flatMap((reference) => textAt(reference, 'url') ?? []),
      affected: readConfigurations('nvd', listAt(cve, 'configurations')),
    },
  };
};

/** The older feed nests AND's operands as children of a node; the newer one lists them as nodes of a configuration. */
const asConfiguration = (node: unknown): Json => {
  const children = listAt(node, 'children');
  const operator = textAt(node, 'operator') ?? 'OR';
  return children.length === 0 ? { nodes: [node] } : { operator, nodes: children };
};

/** An item of an NVD 1.1 feed file, which mirrors still serve. */
export const parseNvd11 = (json: unknown): Parsed => {
  const cve = objectAt(json, 'cve');
  const cveId = textAt(objectAt(cve, 'CVE_data_meta'), 'ID') ?? '';
  if (!cvePattern.test(cveId)) return { rejected: 'no CVE id' };
  const impact = objectAt(json, 'impact');
  const description = englishIn(listAt(objectAt(cve, 'description'), 'description_data'));
  const isRejected = description.startsWith('** REJECT **');
  const nodes = listAt(objectAt(json, 'configurations'), 'nodes');
  return {
    ok: {
      cveId,
      feed: 'nvd',
      state: isRejected ? 'rejected' : 'published',
      description,
      ...stamps(textAt(json, 'publishedDate'), textAt(json, 'lastModifiedDate')),
      cvss: [
        ...scoreOf(objectAt(objectAt(impact, 'baseMetricV3'), 'cvssV3'), 'nvd', '3.1'),
        ...scoreOf(objectAt(objectAt(impact, 'baseMetricV2'), 'cvssV2'), 'nvd', '2.0'),
      ],
      isDisputed: description.startsWith('** DISPUTED **'),
      references: listAt(objectAt(cve, 'references'), 'reference_data').flatMap((entry) => textAt(entry, 'url') ?? []),
      affected: isRejected ? [] : readConfigurations('nvd', nodes.map(asConfiguration)),
    },
  };
};
