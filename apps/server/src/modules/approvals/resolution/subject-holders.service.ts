import type { ApplicationFacts, Facts, InstalledCopy, Offer } from '@patchkeep/rules/approvals/facts';
import { type Machine, orderStateOf, repositorySupply, supplyOf } from '@patchkeep/rules/approvals/supply';
import { articleOfKb, kbOfKey, keyOfKb } from '@patchkeep/rules/kb';
import { variantOfCode } from '@patchkeep/rules/software/variant';
import { versionTrack } from '@patchkeep/versions/schemes';
import type { Context } from '../../../platform/context.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { listHoldersByKey, type OfferedCopies, variantOfKey, versionOfKey } from '../../inventory/public.ts';
import { type Holders, holdersOf, type Members } from '../../results/public.ts';
import { type HeldVersion, selectHeld } from '../policy/holders.queries.ts';
import { loadOffered } from '../policy/offered.service.ts';
import { selectUpdateHosts } from '../policy/subjects.queries.ts';
import { classKey, dayDate, isFromRepositories, type Subject } from '../policy/subjects.service.ts';
import { type HostFailures, loadFailures } from './failures.service.ts';
import { partByOffer } from './offer-keys.service.ts';

/** What hosts of one kind share: their combination of versions, their machine, and what failed there. */
export interface HostKind {
  /** Index of their versions in the combinations. */
  combination: number;
  machine: Machine;
  /** What was tried there and given up. */
  failures?: HostFailures | undefined;
}

/** The hosts that have versions of one application, or that need one Windows update. */
export interface SubjectHolders {
  subject: Subject;
  holders: Holders;
  /** Hosts where work on the subject failed for good. */
  failures: ReadonlyMap<number, HostFailures>;
  /** What the engine asks about hosts of a kind. */
  factsOf(kind: HostKind): Facts;
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

/** What the repositories of hosts with these copies offer, newest first, with the day it was first offered. */
const repositoryOffers = ({ releases, compare }: Subject, copies: readonly InstalledCopy[]): Offer[] => {
  const dayOf = new Map(releases.map(({ version, releasedOn }) => [version, releasedOn]));
  return [...new Set(copies.flatMap(({ offered }) => offered ?? []))]
    .toSorted((a, b) => -(compare(a, b) ?? 0))
    .map((version) => ({ version, releasedOn: dayDate(dayOf.get(version) ?? null) }));
};

/** What the engine asks about hosts of one kind that have some versions of an application. */
export const applicationFacts = ({ isSigning, now }: Pick<Context, 'isSigning' | 'now'>, subject: Subject) => {
  const offers = offersFor(subject);
  return (copies: readonly InstalledCopy[], machine: Machine): ApplicationFacts => {
    const installed = [...new Set(copies.map(({ version }) => version))];
    const known = { kind: 'app' as const, name: subject.name, installed, copies };
    if (isFromRepositories(subject)) {
      const own = repositoryOffers(subject, copies);
      const supply = repositorySupply(new Set(own.map(({ version }) => version)), machine, isSigning);
      return { ...known, isFromRepositories: true, offers: own, ...supply };
    }
    return {
      ...known,
      offers: offers(installed),
      ...supplyOf(subject.packages, machine, { isSigning, now, preparing: subject.preparing }),
    };
  };
};

export const updateFacts = (
  { isSigning }: Pick<Context, 'isSigning'>,
  subject: Subject,
  isInstalled: boolean,
  machine: Machine,
): Facts => ({
  kind: 'wua',
  name: subject.kbArticle ?? articleOfKb(kbOfKey(subject.subject)),
  isInstalled,
  releasedOn: subject.releasedOn,
  supersededBy: subject.supersededBy,
  orders: orderStateOf(machine, isSigning),
});

interface Owned {
  /** What repositories offer for copies of the channel. */
  offered: readonly OfferedCopies[];
  failures: ReadonlyMap<number, HostFailures>;
}

const holdersOfChannel = (
  context: Context,
  subject: Subject,
  held: readonly HeldVersion[],
  lists: ReadonlyMap<number, readonly number[]>,
  { failures, offered }: Owned,
  members: Members,
): SubjectHolders => {
  const versionOf = new Map(held.map((row) => [row.version_id, row]));
  // Hosts fall into other kinds by the variants of their copies too, because a package is for some of them only.
  const listsOfChannel = new Map([...lists].filter(([key]) => versionOf.has(versionOfKey(key))));
  const { lists: parted, copyOf } = partByOffer(listsOfChannel, offered);
  const holders = holdersOf(parted, members);
  const copiesOf = (combination: number): InstalledCopy[] =>
    (holders.combinations[combination] ?? []).flatMap((number) => {
      const { key, ...more } = copyOf(number);
      const row = versionOf.get(versionOfKey(key));
      return row ? { version: row.version, ...variantOfCode(variantOfKey(key)), ...more } : [];
    });
  const known = new Map<Machine, Map<number, Facts>>();
  const facts = applicationFacts(context, subject);
  return {
    subject,
    holders,
    failures,
    factsOf({ combination, machine, failures: here }) {
      if (here) return { ...facts(here.copies ?? copiesOf(combination), machine), failed: here.failed };
      const own = known.get(machine) ?? new Map<number, Facts>();
      known.set(machine, own);
      const found = own.get(combination) ?? facts(copiesOf(combination), machine);
      own.set(combination, found);
      return found;
    },
    worstOf: (combination) =>
      (holders.combinations[combination] ?? []).reduce(
        (worst, number) => Math.max(worst, versionOf.get(versionOfKey(copyOf(number).key))?.status ?? 0),
        0,
      ),
  };
};

/** So many channels' hosts are held at once: at a hundred thousand hosts each may have as many. */
const atOnce = 50;

async function* channelHolders(context: Context, siteId: string, subjects: readonly Subject[], members: Members) {
  const { tx, principal } = context;
  const known = subjects.filter((subject) => subject.applicationId !== null);
  const offered = known.some(isFromRepositories) ? await loadOffered(context) : [];
  for (let from = 0; from < known.length; from += atOnce) {
    const some = known.slice(from, from + atOnce);
    const ids = some.map((subject) => subject.applicationId ?? 0);
    const held = await selectHeld(tx, principal.customerId, siteId, ids);
    const lists = await listHoldersByKey(
      tx,
      principal.customerId,
      held.map((row) => row.version_id),
    );
    const failures = await loadFailures(
      context,
      siteId,
      'app',
      some.map(({ subject }) => subject),
      held,
    );
    const byApplication = Map.groupBy(held, (row) => row.application_id);
    for (const subject of some)
      yield holdersOfChannel(
        context,
        subject,
        byApplication.get(subject.applicationId ?? 0) ?? [],
        lists,
        {
          failures: failures.get(subject.subject) ?? new Map(),
          offered: isFromRepositories(subject) ? offered : [],
        },
        members,
      );
  }
}

/** Gives the hosts of each update, also of the updates that belong to a classification among the subjects. */
async function* updateHolders(
  context: Context,
  siteId: string,
  subjects: readonly Subject[],
  members: Members,
  all: ReadonlyMap<string, Subject>,
) {
  const wanted = new Set(subjects.map((subject) => subject.subject));
  const rows = await selectUpdateHosts(context.tx, context.principal.customerId, [siteId]);
  const meant = rows.flatMap((row) => {
    const subject = all.get(keyOfKb(row.kb));
    const isMeant = subject && (wanted.has(subject.subject) || wanted.has(classKey(row.classification)));
    return isMeant ? [{ row, subject }] : [];
  });
  const keys = meant.map(({ subject }) => subject.subject);
  const failures = await loadFailures(context, siteId, 'wua', keys, []);
  for (const { row, subject } of meant) {
    const hostNos = [...unpackNumbers(row.missing_host_nos), ...unpackNumbers(row.pending_host_nos)];
    yield {
      subject,
      holders: holdersOf(new Map([[row.kb, hostNos]]), members),
      failures: failures.get(subject.subject) ?? new Map(),
      factsOf: ({ machine, failures: here }) => ({
        ...updateFacts(context, subject, false, machine),
        ...(here && { failed: here.failed }),
      }),
      worstOf: () => 0,
    } satisfies SubjectHolders;
  }
}

/**
 * Gives the hosts of a site for each subject. `all` are the known Windows updates: a classification gives the hosts of
 * each of its updates.
 */
export async function* subjectHoldersOf(
  context: Context,
  siteId: string,
  subjects: readonly Subject[],
  members: Members,
  all: ReadonlyMap<string, Subject>,
): AsyncGenerator<SubjectHolders> {
  const channels = subjects.filter((subject) => subject.kind === 'app');
  const updates = subjects.filter((subject) => subject.kind === 'wua');
  if (channels.length > 0) yield* channelHolders(context, siteId, channels, members);
  if (updates.length > 0) yield* updateHolders(context, siteId, updates, members, all);
}
