import { isObject, type Json, listAt, textAt } from '@patchkeep/records/json';
import type { Affected, AffectedSource, Cpe, Range } from './advisory.types.ts';
import { cpeKey, parseCpe } from './cpe.rules.ts';

/** NVD's `configurations`, which CVE records 5.1 and later carry too, as `cpeApplicability`. */
interface CpeMatch {
  cpe: Cpe;
  isVulnerable: boolean;
  range: Range | undefined;
  raw: string;
}

const bounds = [
  'versionStartIncluding',
  'versionStartExcluding',
  'versionEndIncluding',
  'versionEndExcluding',
] as const;

const exactVersion = ({ version, update }: Cpe): string =>
  update === '*' || update === '-' ? version : `${version}-${update}`;

const rangeOf = (match: Json, cpe: Cpe, raw: string): Range | undefined => {
  const [fromIncluded, fromExcluded, toIncluded, toExcluded] = bounds.map((key) => textAt(match, key)?.trim());
  const from = fromIncluded ?? fromExcluded;
  const to = toExcluded ?? toIncluded;
  const status = 'affected';
  if (from !== undefined || to !== undefined)
    return {
      status,
      ...(from === undefined ? {} : { from }),
      isFromIncluded: fromIncluded !== undefined,
      ...(to === undefined ? {} : { to }),
      isToIncluded: toExcluded === undefined && toIncluded !== undefined,
      raw,
    };
  if (cpe.version === '*') return { status, isFromIncluded: false, isToIncluded: false, raw };
  // `-` is "no version": Office and its kind, whose builds only the vendor's own tables know.
  if (cpe.version === '-') return undefined;
  return { status, exact: exactVersion(cpe), isFromIncluded: false, isToIncluded: false, raw };
};

const readMatch = (match: unknown): CpeMatch | undefined => {
  if (!isObject(match)) return undefined;
  const criteria = textAt(match, 'criteria') ?? textAt(match, 'cpe23Uri') ?? '';
  const cpe = parseCpe(criteria);
  if (cpe === undefined) return undefined;
  const said = bounds.filter((key) => textAt(match, key) !== undefined).map((key) => `${key} ${textAt(match, key)}`);
  const raw = [criteria, ...said].join(', ');
  return { cpe, isVulnerable: match['vulnerable'] === true, range: rangeOf(match, cpe, raw), raw };
};

const matchesOf = (node: unknown): CpeMatch[] =>
  [...listAt(node, 'cpeMatch'), ...listAt(node, 'cpe_match')]
    .map((match) => readMatch(match))
    .filter((match) => match !== undefined);

const groupKey = ({ part, swEdition, targetSw, ...cpe }: Cpe): string =>
  [part, cpe.vendor, cpe.product, swEdition, targetSw].join('\u0001');

const affectedOf = (source: AffectedSource, matches: readonly CpeMatch[], conditions: Cpe[][]): Affected[] => {
  const groups = Map.groupBy(matches, ({ cpe }) => groupKey(cpe));
  return [...groups.values()].map((group) => {
    const cpe = group[0]?.cpe as Cpe;
    return {
      source,
      vendor: cpe.vendor,
      product: cpe.product,
      cpes: [{ ...cpe, version: '*', update: '*' }],
      platforms: [],
      conditions,
      defaultStatus: 'unaffected',
      ranges: group.map(({ range }) => range).filter((range) => range !== undefined),
      unread: group.filter(({ range }) => range === undefined).map(({ raw }) => raw),
    };
  });
};

/**
 * One configuration: nodes that name something vulnerable are alternatives, whatever the operator between them says
 * (aliases of one product are joined by AND in practice), and nodes that name nothing vulnerable are conditions.
 * In a node by itself, what is not vulnerable is a remark, not a condition.
 */
const readConfiguration = (source: AffectedSource, configuration: unknown): Affected[] => {
  const nodes = listAt(configuration, 'nodes');
  if (nodes.some((node) => isObject(node) && node['negate'] === true)) return [];
  const read = nodes.map((node) => matchesOf(node)).filter((matches) => matches.length > 0);
  const isAnd = textAt(configuration, 'operator')?.toUpperCase() === 'AND';
  const isCondition = (matches: readonly CpeMatch[]) => matches.every(({ isVulnerable }) => !isVulnerable);
  const conditions = isAnd ? read.filter(isCondition).map((matches) => matches.map(({ cpe }) => cpe)) : [];
  const vulnerable = read.flat().filter(({ isVulnerable }) => isVulnerable);
  // A node that names itself as its own condition (an unaffected version of the same product) narrows nothing.
  const own = new Set(vulnerable.map(({ cpe }) => cpeKey(cpe)));
  const others = conditions.filter((cpes) => cpes.some((cpe) => !own.has(cpeKey(cpe))));
  return affectedOf(source, vulnerable, others);
};

export const readConfigurations = (source: AffectedSource, configurations: readonly unknown[]): Affected[] =>
  configurations.flatMap((configuration) => readConfiguration(source, configuration));
