import type { TraceStep } from '@patchkeep/contract/why';
import { capitalised, lossText, type NameOf, scopeText, saying } from './explanation-text.ts';
import { type Facts, isByClass, statusAbout } from './facts.ts';
import { type CompareTwo, type DecidingLevel, type Decision, type HostScopes, type Resolution } from './resolve.ts';

/** What a trace is told besides who won. */
export interface TraceGiven {
  hostScopes: HostScopes;
  /** The customer's id, for the system's step. */
  systemId: string;
  facts: Facts;
  compare: CompareTwo;
  nameOf: NameOf;
}

const silentStep = (level: DecidingLevel, scopeId: string, { facts, nameOf }: TraceGiven): TraceStep => ({
  level,
  scopeUuid: level === 'system' ? null : scopeId,
  scopeName: nameOf(level, scopeId),
  mode: 'inherit',
  status: 'disabled',
  version: null,
  isByClass: false,
  by: null,
  at: null,
  role: 'silent',
  sentence: `${capitalised(scopeText({ level, scopeId }, nameOf))} has no default for ${facts.name}.`,
});

const spokenStep = (
  decision: Decision,
  role: 'wins' | 'beaten',
  sentence: string,
  { facts, compare, nameOf }: TraceGiven,
): TraceStep => ({
  level: decision.level,
  scopeUuid: decision.level === 'system' ? null : decision.scopeId,
  scopeName: nameOf(decision.level, decision.scopeId),
  mode: decision.mode,
  status: statusAbout(decision, facts, compare),
  version: decision.version,
  isByClass: isByClass(decision),
  by: decision.decidedBy,
  at: decision.decidedAt?.toISOString() ?? null,
  role,
  sentence,
});

/** Everyone who was asked, nearest to the host first: who won, who lost and why, and who said nothing. */
export const traceOf = ({ winner, losers }: Resolution, given: TraceGiven): TraceStep[] => {
  const { hostScopes, systemId, facts, nameOf } = given;
  const spoken = new Map<string, TraceStep[]>();
  const keyOf = (level: DecidingLevel, scopeId: string): string => `${level} ${scopeId}`;
  const add = (decision: Decision, step: TraceStep) => {
    const key = keyOf(decision.level, decision.scopeId);
    spoken.set(key, [...(spoken.get(key) ?? []), step]);
  };
  if (winner !== null) {
    const says = `${capitalised(scopeText(winner, nameOf))} ${saying(winner, facts.name)}.`;
    add(winner, spokenStep(winner, 'wins', says, given));
  }
  for (const loser of losers)
    add(loser.decision, spokenStep(loser.decision, 'beaten', lossText(loser, facts.name, nameOf), given));

  const at = (level: DecidingLevel, scopeId: string): TraceStep[] =>
    spoken.get(keyOf(level, scopeId)) ?? (level === 'host' ? [] : [silentStep(level, scopeId, given)]);
  return [
    ...(hostScopes.hostId === undefined ? [] : at('host', hostScopes.hostId)),
    ...hostScopes.groupChain.flatMap((id) => at('group', id)),
    ...hostScopes.tagIds.flatMap((id) => at('tag', id)),
    ...at('site', hostScopes.siteId),
    ...at('system', systemId),
  ];
};
