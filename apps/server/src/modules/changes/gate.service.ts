import { hash } from 'node:crypto';
import type { ActPreview } from '@patchkeep/contract/change-sets';
import type { AnyEndpoint, Received, Returned } from '@patchkeep/contract/endpoint';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { inOrder } from '../../platform/db/number-sets.ts';
import { forbidden, Refusal, saveConflict } from '../../platform/errors.ts';
import { type AnyGatedAct, Awaiting, type Kept, type Impact } from '../../platform/gate.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { canonicalJson } from '../audit/public.ts';
import { siteOf } from '../hosts/public.ts';
import type { ChangeKind, Gates } from './change-kinds.service.ts';
import { newChangeSet } from './change-sets.factory.ts';
import { selectHostNames } from './change-sets.queries.ts';
import { insertChangeSet } from './change-sets.repository.ts';
import { enterAllSites, readChangeSet } from './change-sets.service.ts';
import type { ActContent, ChangeSetRow } from './changes.tables.ts';
import { confirmersOf } from './confirmers.service.ts';
import { assertPreviewed } from './previewed.service.ts';
import { keepForSecondPerson } from './record.service.ts';
import { isFourEyesRequired, isReachWide, isSecondPersonNeeded } from './width.service.ts';

type Handle = (context: Context, received: Received<AnyEndpoint>) => Promise<Returned<AnyEndpoint>>;

const samples = 10;

const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
const levelOf = (siteId: string | null) => (siteId === null ? 'system' : 'site');

/** The site whose hosts an act reaches and whose change sets keep it, or null for all sites. */
const enter = async (act: AnyGatedAct, context: Context, received: Received<AnyEndpoint>): Promise<Context> => {
  if (act.isOfSystem) await enterAllSites(context);
  return act.enter ? act.enter(context, received) : context;
};

/** An act with what it does, and what it therefore needs. */
const assessAct = async (context: Context, act: AnyGatedAct, received: Received<AnyEndpoint>) => {
  const impact: Impact = await act.assessImpact(context, received);
  const siteId = act.isOfSystem ? null : siteOf(context).siteId;
  const hostNos = inOrder(impact.hostNos);
  const { params, query, body } = received;
  const call: ActContent['call'] = { params, query, body };
  const isWide = hostNos.length > 0 && (await isReachWide(context, siteId, hostNos.length));
  return {
    ...impact,
    siteId,
    hostNos,
    call,
    // As stored and as sent: what is undefined is left out.
    contentHash: hash('sha256', canonicalJson([keyOf(act.endpoint), JSON.parse(JSON.stringify(call))]), 'buffer'),
    targetsHash: hash('sha256', hostNos.join(','), 'buffer'),
    isWide,
    needsSecondPerson: await isSecondPersonNeeded(context, { siteId, hostNos, about: impact.about, isWide }),
  };
};

const sampleOf = (context: Context, hostNos: readonly number[]): Promise<ActContent['sample']> =>
  selectHostNames(context.tx, context.principal.customerId, hostNos.slice(0, samples));

/** The reason that a call gives for itself, if its endpoint takes one. */
const reasonOf = ({ body }: Received<AnyEndpoint>): string => {
  const reason = (body as { reason?: unknown } | undefined)?.reason;
  return typeof reason === 'string' ? reason : '';
};

/** What an act is about was gone before it came to it. */
const goneAsConflict = (error: unknown): never => {
  if (error instanceof Refusal && error.status === 404)
    throw saveConflict('Something that this change is about is gone');
  throw error;
};

const keptOf = (act: AnyGatedAct, impact: Impact, answer: unknown): Pick<ActContent, 'kept'> =>
  act.undo === undefined ? {} : { kept: { before: impact.before ?? null, made: act.made?.(answer) ?? null } };

export interface GateDependencies {
  acts: readonly AnyGatedAct[];
  /** What changes of one customer wait for one another at. */
  lock: (context: Context) => Promise<unknown>;
}

/**
 * One way for every act that can touch many hosts. A wide one is previewed first; where a second person is required it
 * is kept, and nothing is done before somebody else confirms it.
 */
export const openGate = ({ acts, lock }: GateDependencies) => {
  const known = new Map(acts.map((act) => [keyOf(act.endpoint), act]));
  const handlers = new Map<string, Handle>();

  /** The act that a set was made of, as it was asked for. */
  const actOf = (content: ActContent | null) => {
    const act = content && known.get(content.endpoint);
    const handle = content && handlers.get(content.endpoint);
    if (!act || !handle) throw saveConflict('This version no longer knows such a change');
    const { params, query, body } = act.endpoint as AnyEndpoint;
    const given = content.call;
    const received: Received<AnyEndpoint> = {
      params: params?.parse(given.params),
      query: query?.parse(given.query),
      body: body?.parse(given.body),
    };
    return { act, handle, received };
  };

  const pass = async (
    act: AnyGatedAct,
    handle: Handle,
    context: Context,
    received: Received<AnyEndpoint>,
    { kinds, tokens }: Gates,
  ): Promise<unknown> => {
    const there = await enter(act, context, received);
    const isGuarded = await isFourEyesRequired(there, act.isOfSystem ? null : siteOf(there).siteId);
    // Two halves that are sent at the same time must see one another.
    if (isGuarded) await lock(there);
    const impact = await assessAct(there, act, received);
    if (impact.hostNos.length === 0) return handle(context, received);
    const sample = await sampleOf(there, impact.hostNos);
    const { customerId, userId, kind } = there.principal;
    const { token, expires } = tokens.write({ ...impact, customerId, userId }, there.now);
    const isOnlyAsked = act.isOnlyAskedByTokens === true && kind === 'token';
    const needsSecondPerson = impact.needsSecondPerson || isOnlyAsked;
    assertPreviewed(there, impact, context.previewToken, tokens, {
      title: impact.title,
      level: levelOf(impact.siteId),
      effect: impact.effect,
      hosts: impact.hostNos.length,
      sampleHosts: sample,
      needsSecondPerson,
      confirmers: await confirmersOf(there, { siteId: impact.siteId, needsSecondPerson }),
      noUndo: act.noUndo ?? null,
      previewToken: token,
      expires: expires.toISOString(),
    } satisfies ActPreview);
    const content: ActContent = {
      endpoint: keyOf(act.endpoint),
      call: impact.call,
      sample,
      effect: impact.effect,
      isAskedByToken: kind === 'token',
    };
    const row = newChangeSet(there, {
      ...impact,
      kind: act.endpoint.gate,
      level: levelOf(impact.siteId),
      reason: reasonOf(received),
      content,
    });
    if (needsSecondPerson) {
      const audited = { after: { title: row.title, hosts: row.hosts } };
      return new Awaiting(await readChangeSet(there, await keepForSecondPerson(there, row, audited), kinds));
    }
    const answer = await handle(context, received);
    // A narrow act where nobody else is asked stands in the activity log alone.
    if (impact.isWide || isGuarded)
      await insertChangeSet(there.tx, { ...row, content: { ...content, ...keptOf(act, impact, answer) } });
    return answer;
  };

  const kind: ChangeKind = {
    rightOf: ({ endpoint }) =>
      (known.get(endpoint ?? '')?.endpoint as AnyEndpoint | undefined)?.right ?? 'isSystemAdmin',
    async lock(context, row) {
      const right = kind.rightOf(row);
      if (!mayCall(right, context.principal.subject)) throw forbidden(`Needs ${right}`);
      await lock(context);
    },
    changesOf: () => [],
    isUndoable: (row) => row.is_kept,
    noUndoOf: ({ endpoint }) => known.get(endpoint ?? '')?.noUndo ?? null,
    async apply(context, row) {
      const { act, handle, received } = actOf(row.content);
      const there = await enter(act, context, received);
      const impact = await assessAct(there, act, received).catch(goneAsConflict);
      if (!impact.contentHash.equals(row.content_hash)) throw saveConflict('What was asked for has changed');
      if (!impact.targetsHash.equals(row.targets_hash))
        throw saveConflict('Other hosts would be touched than when this was asked for; ask for it again');
      const answer = await handle(context, received);
      return {
        after: { title: row.title, hosts: impact.hostNos.length },
        content: row.content && { ...row.content, ...keptOf(act, impact, answer) },
      };
    },
    async undo(context, row, reason) {
      const { act, received } = actOf(row.content);
      const kept: Kept | undefined = row.content?.kept;
      if (!act.undo || !row.content || !kept) throw saveConflict('This change cannot be taken back');
      const there = await enter(act, context, received);
      await act.undo(there, received, kept).catch(goneAsConflict);
      const { kept: _kept, ...content } = row.content;
      const undoing: ChangeSetRow = {
        ...newChangeSet(there, {
          kind: act.endpoint.gate,
          siteId: row.site_id,
          level: levelOf(row.site_id),
          title: `Take back: ${row.title}`,
          reason,
          contentHash: row.content_hash,
          targetsHash: row.targets_hash,
          // Taking back adds up with nothing.
          hostNos: [],
          about: row.about,
          content: { ...content, effect: 'What the change had changed is as it was before.' },
        }),
        hosts: row.hosts,
        undoes_id: row.change_set_id,
      };
      return { row: undoing, done: { after: { title: row.title } } };
    },
  };

  /** A mount whose gated endpoints pass the gate. One that declares a gate and is unknown to it is not mounted at all. */
  const through = (mount: Mount, gates: Gates): Mount => {
    const gated: Mount = (endpoint, handle) => {
      const act = known.get(keyOf(endpoint));
      if (endpoint.gate !== undefined && endpoint.gate !== 'approval' && !act)
        throw new Error(`${keyOf(endpoint)} declares a gate, and no module assesses its impact`);
      if (!act) return mount(endpoint, handle);
      handlers.set(keyOf(endpoint), handle as unknown as Handle);
      mount(
        endpoint,
        (context, received) =>
          // What awaits a second person is answered in a form of its own.
          pass(act, handle as unknown as Handle, context, received as Received<AnyEndpoint>, gates) as never,
      );
    };
    gated.open = mount.open;
    gated.transfer = mount.transfer;
    gated.download = mount.download;
    gated.stream = mount.stream;
    return gated;
  };

  return { through, kind };
};
