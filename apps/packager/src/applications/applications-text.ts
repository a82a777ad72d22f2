import { type Outcome, outcomes } from '../rules/outcome.ts';
import { placeOf, type Reason, reasons } from '../rules/reasons.ts';
import type { Application, Applications } from './applications.ts';

const titles: Record<Outcome, string> = {
  manifest: 'ready from the manifest',
  recipe: 'ready by a recipe',
  needsRecipe: 'needs a recipe',
  notOffered: 'not offered',
};

export type Totals = Record<Outcome, { applications: number; reasons: Partial<Record<Reason, number>> }>;

/** How many applications end how, and for which reason. */
export const totalsOf = (applications: readonly Application[]): Totals => {
  const totals = Object.fromEntries(outcomes.map((outcome) => [outcome, { applications: 0, reasons: {} }])) as Totals;
  for (const { outcome, reason } of applications) {
    const total = totals[outcome];
    total.applications++;
    if (reason !== null) total.reasons[reason] = (total.reasons[reason] ?? 0) + 1;
  }
  return totals;
};

/** Ready, but only for copies that belong to one user. */
export const onlyForUsers = (applications: readonly Application[]): number =>
  applications.filter(({ ready }) => ready.length > 0 && ready.every(({ scope }) => scope === 'user')).length;

const rowOf = ({ channel, outcome, reasons: found, ready, variants, manifests }: Application): string =>
  [
    channel.padEnd(42),
    titles[outcome].padEnd(24),
    `${ready.length}/${variants}`.padStart(8),
    ` ${found.join(' ')}`.padEnd(40),
    Object.entries(manifests)
      .map(([id, version]) => `${id} ${version}`)
      .join(', '),
  ]
    .join(' ')
    .trimEnd();

const totalRows = (applications: readonly Application[]): string[] => {
  const totals = totalsOf(applications);
  return outcomes.flatMap((outcome) => [
    `${String(totals[outcome].applications).padStart(5)} ${titles[outcome]}`,
    ...(Object.entries(totals[outcome].reasons) as [Reason, number][])
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
      .map(([reason, count]) => `${String(count).padStart(11)} ${reason}: ${reasons[reason]}`),
  ]);
};

/** The table for people: one line for each application, the totals, and what could not be read. */
export const applicationsText = ({ versions, installers, rejected, applications }: Applications): string => {
  const inOrder = applications.toSorted(
    (a, b) =>
      outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) ||
      placeOf(a.reason ?? 'noManifest') - placeOf(b.reason ?? 'noManifest'),
  );
  return [
    `${'application'.padEnd(42)} ${'outcome'.padEnd(24)} ${'variants'.padStart(8)}  ${'reason'.padEnd(39)} newest`,
    ...inOrder.map(rowOf),
    '',
    ...totalRows(applications),
    `${String(applications.length).padStart(5)} known applications; ${onlyForUsers(applications)} of the ready ones only for users`,
    `${String(versions).padStart(5)} versions with ${installers} installers read, ${rejected.length} rejected`,
    ...rejected.map(({ manifest, reason }) => `rejected ${manifest}: ${reason}`),
  ].join('\n');
};
