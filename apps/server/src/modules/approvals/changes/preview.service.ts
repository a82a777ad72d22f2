import type { changePreview, changeWarnings } from '@patchkeep/contract/change-sets';
import type { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { confirmersOf, type PreviewTokens } from '../../changes/public.ts';
import { nextHosts } from '../../results/public.ts';
import { countHostKinds, selectHostNames } from '../policy/holders.queries.ts';
import { statusOf } from '../policy/subjects.service.ts';
import type { ChangeRequest } from './change-request.service.ts';
import { assertMayDecide } from './changes.service.ts';
import { presentDecisionChanges } from './decision-changes.presenter.ts';
import { assessImpact, type AssessedPlan } from './impact.service.ts';
import { planChanges } from './plan.service.ts';

const samples = 10;
const mostStaying = 50;

type Preview = z.input<typeof changePreview>;
type Warning = Preview['warnings'][number];

/** Decisions of lower scopes that stay as they are. */
const stayingOf = (
  { scopes, subjects, after, changes }: AssessedPlan,
  wanted: ChangeRequest['wanted'],
): Preview['staying'] => {
  const find = new Map(subjects.map((subject) => [`${subject.kind} ${subject.subject}`, subject]));
  const changed = new Set(
    changes.map((change) => `${change.groupId ?? change.tagId ?? change.siteId} ${change.subject}`),
  );
  return wanted.flatMap(({ scope, kind, subject }) => {
    const facts = find.get(`${kind} ${subject}`);
    return after.about(kind, subject).flatMap((decision) => {
      const at = scopes.byScope.get(decision.scopeId);
      if (
        !at ||
        !facts ||
        !scopes.isBelow(at, scope) ||
        decision.mode === 'inherit' ||
        changed.has(`${at.scopeId} ${subject}`)
      )
        return [];
      return [
        {
          level: at.level,
          scopeUuid: at.scopeId,
          scopeName: at.name,
          name: facts.name,
          status: statusOf(decision, facts),
        },
      ];
    });
  });
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const warningsOf = ({ changes, subjects, effects }: AssessedPlan, servers: number): Warning[] => {
  const warning = (kind: (typeof changeWarnings)[number], count: number, text: string): Warning[] =>
    count > 0 ? [{ kind, count, text }] : [];
  const automated = new Set(changes.flatMap((change) => (change.after.mode === 'auto' ? change.subject : [])));
  const unfinished = subjects.filter((each) => each.isWorkInProgress && automated.has(each.subject)).length;
  return [
    ...warning(
      'stopsFixes',
      effects.stoppedFixes,
      `${plural(effects.stoppedFixes, 'of these installations is', 'of these installations are')} Insecure. Blocking stops the fix.`,
    ),
    ...warning(
      'workInProgress',
      unfinished,
      'Updates of this Application are work-in-progress. Automating updates of work-in-progress Applications is not recommended.',
    ),
    ...warning(
      'waitsForSigner',
      effects.waiting.signer,
      `${plural(effects.waiting.signer, 'host waits', 'hosts wait')}: the server has no signer, so hosts are told to do nothing.`,
    ),
    ...warning(
      'waitsForRoot',
      effects.waiting.root,
      `${plural(effects.waiting.root, 'host waits', 'hosts wait')}: enrolled before there was a signer, and trusts no root yet.`,
    ),
    ...warning(
      'waitsForPackage',
      effects.waiting.package,
      `${plural(effects.waiting.package, 'host waits', 'hosts wait')}: nobody has vouched for a package that fits.`,
    ),
    ...warning(
      'touchesServers',
      servers,
      `${plural(servers, 'of these hosts is a server', 'of these hosts are servers')}.`,
    ),
    ...warning('nothingChanges', changes.length === 0 ? 1 : 0, 'Everything is already so.'),
  ];
};

/** Works out a change without making it: its effects, its hosts, and the token to apply it with. */
export const previewChange = async (
  context: Context,
  request: ChangeRequest,
  tokens: PreviewTokens,
): Promise<Preview> => {
  const { customerId, userId } = context.principal;
  const plan = await planChanges(context, request.scopes, request.wanted, request.isOverridingBelow);
  assertMayDecide(context, plan.level);
  const assessed = await assessImpact(context, plan);
  const { effects, contentHash, targetsHash, siteId } = assessed;
  const { token, expires } = tokens.write({ contentHash, targetsHash, customerId, siteId, userId }, context.now);
  const kinds = await countHostKinds(context.tx, customerId, effects.hostNos);
  const some =
    siteId === null
      ? await selectHostNames(context.tx, customerId, effects.hostNos.slice(0, samples))
      : await selectHostNames(
          context.tx,
          customerId,
          (await nextHosts(context, new Set(effects.hostNos), { after: undefined, limit: samples })).map(
            (row) => row.host_no,
          ),
        );
  const staying = stayingOf(assessed, request.wanted);
  return {
    previewToken: token,
    expires: expires.toISOString(),
    contentHash: contentHash.toString('hex'),
    changes: presentDecisionChanges(assessed.changes),
    changeCount: assessed.changes.length,
    unchangedCount: assessed.unchanged,
    hosts: effects.hostNos.length,
    workstations: effects.hostNos.length - kinds.servers,
    servers: kinds.servers,
    dormantHosts: kinds.dormant,
    sampleHosts: some.map((row) => ({ uuid: row.host_id, hostName: row.host_name })),
    before: effects.before,
    after: effects.after,
    updatingHosts: effects.updating,
    restartsExpected: effects.restarts,
    staying: staying.slice(0, mostStaying),
    stayingCount: staying.length,
    warnings: warningsOf(assessed, kinds.servers),
    isWide: assessed.isWide,
    needsSecondPerson: assessed.needsSecondPerson,
    confirmers: await confirmersOf(context, assessed),
  };
};
