import type { Members } from './membership.service.ts';

/**
 * Hosts that have some of a few versions. Hosts with the same ones share a combination, so that a hundred thousand
 * hosts are judged by looking at a handful of combinations.
 */
export interface Holders {
  hostNos: Int32Array;
  /** By host number: its place in `combinations`. */
  combinationOf: Int32Array;
  combinations: readonly (readonly number[])[];
  groupOf(hostNo: number): string | null;
}

/** `combinationOf` holds zeros and is filled; who asks for many applications gives the same one, cleared, each time. */
export const holdersOf = (
  lists: ReadonlyMap<number, readonly number[]>,
  { groups, groupOf }: Members,
  combinationOf = new Int32Array(groupOf.length),
): Holders => {
  const combinations: number[][] = [[]];
  const joined: Map<number, number>[] = [new Map()];
  const hostNos: number[] = [];
  for (const [versionId, list] of lists)
    for (let i = 0; i < list.length; i++) {
      const hostNo = list[i] ?? 0;
      if (hostNo >= groupOf.length || groupOf[hostNo] === 0) continue;
      const before = combinationOf[hostNo] ?? 0;
      if (before === 0) hostNos.push(hostNo);
      let after = joined[before]?.get(versionId);
      if (after === undefined) {
        after = combinations.push([...(combinations[before] ?? []), versionId]) - 1;
        joined.push(new Map());
        joined[before]?.set(versionId, after);
      }
      combinationOf[hostNo] = after;
    }
  return {
    hostNos: Int32Array.from(hostNos),
    combinationOf,
    combinations,
    groupOf: (hostNo) => groups[(groupOf[hostNo] ?? 0) - 1] ?? null,
  };
};

/** Gives every host its answer, worked out once per combination of versions and set of rules. */
export const answerEach = <Rules extends object, Answer>(
  { combinationOf, combinations, groupOf }: Holders,
  rulesAt: (groupId: string | null, hostNo: number) => Rules,
  work: (versionIds: readonly number[], rules: Rules) => Answer,
): ((hostNo: number) => Answer) => {
  const known = new Map<Rules, Map<number, Answer>>();
  return (hostNo) => {
    const rules = rulesAt(groupOf(hostNo), hostNo);
    const combination = combinationOf[hostNo] ?? 0;
    const answers = known.get(rules) ?? new Map<number, Answer>();
    if (answers.size === 0) known.set(rules, answers);
    const found = answers.get(combination);
    if (found !== undefined) return found;
    const answer = work(combinations[combination] ?? [], rules);
    answers.set(combination, answer);
    return answer;
  };
};

/** How many hosts have each answer. */
export const tally = <Answer>(hostNos: Int32Array, answerOf: (hostNo: number) => Answer): Map<Answer, number> => {
  const counts = new Map<Answer, number>();
  for (let i = 0; i < hostNos.length; i++) {
    const answer = answerOf(hostNos[i] ?? 0);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return counts;
};
