import type { InstalledCopy } from '@patchkeep/rules/approvals/facts';
import { fittingPackages, isUnexpired } from '@patchkeep/rules/approvals/supply';
import { answerTo, oldCopies } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../../platform/context.ts';
import type { Vouched } from '../../catalog/public.ts';
import { readRevision } from '../policy/decisions.queries.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { loadScopes } from '../policy/scopes.service.ts';
import { questionOf } from '../policy/settings.rules.ts';
import { readCountRevision } from '../policy/subjects.queries.ts';
import { channelSubjects } from '../policy/subjects.service.ts';
import { resolveCohorts } from './resolve-cohorts.service.ts';

/** An update of one application to one version, and the hosts of a site that it is pending for. */
export interface PendingUpdate {
  toVersion: string;
  installed: readonly string[];
  hostNos: readonly number[];
  /** What the installer is told, by the custom settings of a tag. */
  options: Readonly<Record<string, string>>;
  /** The packages it can be done with there, the best first; none where the host's own repositories have it. */
  packages: readonly Vouched[];
  /** The copies there that it is about; a user's without its owner. */
  copies: readonly InstalledCopy[];
  /** What failed before this moment may be tried anew: somebody has decided since. */
  decidedAt: Date | null;
}

const unnamed = (): string => '';

/** Merges entries that differ in their hosts alone: hosts with failures are cohorts of their own. */
const joined = (pending: readonly PendingUpdate[]): PendingUpdate[] =>
  [
    ...Map.groupBy(pending, ({ hostNos: _hosts, packages, ...same }) =>
      JSON.stringify([same, packages.map(({ statementHash }) => statementHash.toString('hex'))]),
    ).values(),
  ].flatMap(([first, ...others]) =>
    first ? [{ ...first, hostNos: [first, ...others].flatMap(({ hostNos }) => hostNos) }] : [],
  );

/** The same as long as nothing is decided otherwise, nobody moves, no inventory and no catalogue says anything new. */
export const decidedRevision = async (context: Context): Promise<string> => {
  const { customerId } = context.principal;
  const decided = await readRevision(context.tx, customerId);
  return `${decided} ${await readCountRevision(context.tx, customerId)}`;
};

/**
 * Lists the updates that are pending at a site now, application by application, by the rules that every screen shows. An
 * application with a decision is listed even when nothing is pending, so that its obsolete tasks can be found.
 */
export async function* pendingUpdates(
  context: Context,
): AsyncGenerator<{ channelTag: string; pending: readonly PendingUpdate[] }> {
  const scopes = await loadScopes(context);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const decided = decisions.all.flatMap((each) => (each.kind === 'app' && each.mode !== 'inherit' ? each.subject : []));
  const subjects = [...(await channelSubjects(context, [...new Set(decided)])).values()];
  for await (const { subjectHolders: each, cohorts } of resolveCohorts(
    context,
    scopes,
    subjects,
    [decisions],
    new Map(),
  )) {
    const { subject, factsOf } = each;
    const pending = cohorts.flatMap(({ hostNos, resolutions: [resolution], ...kind }): PendingUpdate[] => {
      const facts = factsOf(kind);
      if (!resolution || facts.kind !== 'app') return [];
      const question = { ...questionOf(subject, resolution, facts), now: context.now, nameOf: unnamed };
      const { action, toVersion } = answerTo(question);
      if (action !== 'update' || toVersion === null) return [];
      const own = subject.packages.filter(
        (vouched) => vouched.version === toVersion && isUnexpired(vouched, context.now),
      );
      return [
        {
          toVersion,
          installed: facts.installed,
          hostNos: [...hostNos],
          options: question.told,
          packages: fittingPackages(own, kind.machine, question.selectors),
          copies: oldCopies(facts, toVersion, question.compare),
          decidedAt: resolution.winner?.decidedAt ?? null,
        },
      ];
    });
    yield { channelTag: subject.subject, pending: joined(pending) };
  }
}
