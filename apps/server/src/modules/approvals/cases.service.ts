import type { ApplicationFacts, Facts, Offer } from '@patchkeep/rules/approvals/facts';
import { type Machine, orderStateOf, supplyOf } from '@patchkeep/rules/approvals/supply';
import { versionTrack } from '@patchkeep/versions/schemes';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { listHoldersOf } from '../inventory/public.ts';
import { type Holders, holdersOf, type Members } from '../results/public.ts';
import { type HeldVersion, selectHeld } from './holders.queries.ts';
import { selectUpdateHosts } from './subjects.queries.ts';
import { articleOf, classKey, dayDate, kbOf, type Subject } from './subjects.service.ts';

/** What hosts have of one application, or which of them need one Windows update. */
export interface Case {
  subject: Subject;
  holders: Holders;
  /** What the engine asks about hosts of a kind that have these versions, by their place among the combinations. */
  factsOf(combination: number, machine: Machine): Facts;
  /** The worst status of a combination's versions: 0 Ok … 3 0-Day. */
  worstOf(combination: number): number;
}

/**
 * What hosts with these versions are offered, newest first: lines whose numbers say nothing about one another only
 * their own releases. Made once per subject and set of lines, because combinations of versions come by the hundred.
 */
const offersFor = ({ releases, scheme }: Subject) => {
  const known = new Map<string, Offer[]>();
  return (installed: readonly string[]): Offer[] => {
    const tracks = new Set(installed.map((version) => versionTrack(scheme, version)));
    const key = [...tracks].toSorted().join(' ');
    const found = known.get(key);
    if (found) return found;
    const offers = releases
      .filter(({ version }) => tracks.has(versionTrack(scheme, version)))
      .map(({ version, releasedOn }) => ({ version, releasedOn: dayDate(releasedOn) }));
    known.set(key, offers);
    return offers;
  };
};

/** What the engine asks about hosts of one kind that have some versions of an application. */
export const applicationFacts = ({ isSigning, now }: Pick<Context, 'isSigning' | 'now'>, subject: Subject) => {
  const offers = offersFor(subject);
  return (installed: readonly string[], machine: Machine): ApplicationFacts => ({
    kind: 'app',
    name: subject.name,
    installed,
    offers: offers(installed),
    ...supplyOf(subject.packages, machine, { isSigning, now }),
  });
};

export const updateFacts = (
  { isSigning }: Pick<Context, 'isSigning'>,
  subject: Subject,
  isInstalled: boolean,
  machine: Machine,
): Facts => ({
  kind: 'wua',
  name: subject.kbArticle ?? articleOf(kbOf(subject.subject)),
  isInstalled,
  releasedOn: subject.releasedOn,
  supersededBy: subject.supersededBy,
  orders: orderStateOf(machine, isSigning),
});

const caseOfChannel = (
  context: Context,
  subject: Subject,
  held: readonly HeldVersion[],
  lists: ReadonlyMap<number, readonly number[]>,
  members: Members,
): Case => {
  const versionOf = new Map(held.map((row) => [row.version_id, row]));
  const holders = holdersOf(new Map(held.map((row) => [row.version_id, lists.get(row.version_id) ?? []])), members);
  const rowsOf = (combination: number): HeldVersion[] =>
    (holders.combinations[combination] ?? []).flatMap((id) => versionOf.get(id) ?? []);
  const known = new Map<Machine, Map<number, Facts>>();
  const facts = applicationFacts(context, subject);
  return {
    subject,
    holders,
    factsOf(combination, machine) {
      const own = known.get(machine) ?? new Map<number, Facts>();
      known.set(machine, own);
      const versions = () => rowsOf(combination).map((row) => row.version);
      const found = own.get(combination) ?? facts(versions(), machine);
      own.set(combination, found);
      return found;
    },
    worstOf: (combination) =>
      (holders.combinations[combination] ?? []).reduce(
        (worst, id) => Math.max(worst, versionOf.get(id)?.status ?? 0),
        0,
      ),
  };
};

/** So many channels' hosts are held at once: at a hundred thousand hosts each may have as many. */
const atOnce = 50;

async function* channelCases(context: Context, siteId: string, subjects: readonly Subject[], members: Members) {
  const { tx, principal } = context;
  const known = subjects.filter((subject) => subject.applicationId !== null);
  for (let from = 0; from < known.length; from += atOnce) {
    const some = known.slice(from, from + atOnce);
    const ids = some.map((subject) => subject.applicationId ?? 0);
    const held = await selectHeld(tx, principal.customerId, siteId, ids);
    const lists = await listHoldersOf(
      tx,
      principal.customerId,
      held.map((row) => row.version_id),
    );
    const byApplication = Map.groupBy(held, (row) => row.application_id);
    for (const subject of some)
      yield caseOfChannel(context, subject, byApplication.get(subject.applicationId ?? 0) ?? [], lists, members);
  }
}

/** A classification is asked about once for each update it has. */
async function* updateCases(
  context: Context,
  siteId: string,
  subjects: readonly Subject[],
  members: Members,
  all: ReadonlyMap<string, Subject>,
) {
  const wanted = new Set(subjects.map((subject) => subject.subject));
  const rows = await selectUpdateHosts(context.tx, context.principal.customerId, [siteId]);
  for (const row of rows) {
    const subject = all.get(`kb:${row.kb}`);
    if (!subject || !(wanted.has(subject.subject) || wanted.has(classKey(row.classification)))) continue;
    const hostNos = [...unpackNumbers(row.missing_host_nos), ...unpackNumbers(row.pending_host_nos)];
    yield {
      subject,
      holders: holdersOf(new Map([[row.kb, hostNos]]), members),
      factsOf: (_combination, machine) => updateFacts(context, subject, false, machine),
      worstOf: () => 0,
    } satisfies Case;
  }
}

/**
 * The hosts of a site behind some subjects, subject by subject. `all` are the Windows updates that are known: behind
 * a classification stand its updates.
 */
export async function* casesOf(
  context: Context,
  siteId: string,
  subjects: readonly Subject[],
  members: Members,
  all: ReadonlyMap<string, Subject>,
): AsyncGenerator<Case> {
  const channels = subjects.filter((subject) => subject.kind === 'app');
  const updates = subjects.filter((subject) => subject.kind === 'wua');
  if (channels.length > 0) yield* channelCases(context, siteId, channels, members);
  if (updates.length > 0) yield* updateCases(context, siteId, updates, members, all);
}
