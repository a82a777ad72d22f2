import { windowsUpdateStates } from '@patchkeep/contract/windows-updates';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

export interface RawUpdatesSearch {
  q?: string | undefined;
  classification?: string | undefined;
  severity?: string | undefined;
}
export interface UpdatesSearch {
  q: string;
  classification: string | undefined;
  severity: string | undefined;
}

/** The words Microsoft gives its updates; an agent reports them as they are. */
export const classifications = [
  'Security Updates',
  'Critical Updates',
  'Update Rollups',
  'Updates',
  'Definition Updates',
  'Feature Packs',
  'Service Packs',
  'Drivers',
] as const;
export const severities = ['Critical', 'Important', 'Moderate', 'Low'] as const;

const known = (values: readonly string[], text: string | undefined) => values.find((word) => word === text);

export const readUpdatesSearch = (raw: RawUpdatesSearch): UpdatesSearch => ({
  q: (raw.q ?? '').slice(0, 100),
  classification: known(classifications, raw.classification),
  severity: known(severities, raw.severity),
});

/** Only what narrows the list stands in the address. */
export const writeUpdatesSearch = ({ q, classification, severity }: UpdatesSearch): RawUpdatesSearch => ({
  ...(q !== '' && { q }),
  ...(classification !== undefined && { classification }),
  ...(severity !== undefined && { severity }),
});

export const chipsOf = ({ classification, severity }: UpdatesSearch): Filter[] => [
  ...chip('classification', 'is', classification),
  ...chip('severity', 'is', severity),
];

export const withChips = (search: UpdatesSearch, filters: readonly Filter[]): UpdatesSearch => ({
  ...search,
  classification: known(classifications, valueIn(filters, 'classification')),
  severity: known(severities, valueIn(filters, 'severity')),
});

export type UpdateState = (typeof windowsUpdateStates)[number];
export const readState = (text: string | undefined): UpdateState | undefined =>
  windowsUpdateStates.find((state) => state === text);
/** An article as the server takes it; anything else is none. */
export const readArticle = (text: string | undefined): string | undefined =>
  text !== undefined && /^KB\d{5,9}$/i.test(text) ? text.toUpperCase() : undefined;
