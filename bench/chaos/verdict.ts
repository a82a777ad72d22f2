import { taskState } from '../../apps/server/src/modules/patching/tasks/task-state.rules.ts';
import type { Effects } from './effects.ts';
import type { Vouched } from './signer.ts';
import type { Stack } from './world.ts';

export interface Verdict {
  tasks: number;
  verified: number;
  failed: number;
  unknown: number;
  violations: string[];
}

/** Holds the database to what happened on the machines: nothing twice, nothing lost, nothing claimed that is not so. */
export const judgeRun = async (stack: Stack, effects: Effects, vouched: readonly Vouched[]): Promise<Verdict> => {
  const fileOf = new Map(vouched.map(({ channelTag, sha256 }) => [channelTag, sha256]));
  const rows = await stack.query('select host_id, channel_tag, state, cause, attempt from tasks');
  const verdict: Verdict = { tasks: rows.length, verified: 0, failed: 0, unknown: 0, violations: [] };
  let accounted = 0;
  for (const { host_id, channel_tag, state, cause, attempt } of rows) {
    const times = effects.timesOf(host_id, fileOf.get(channel_tag) ?? '');
    accounted += times;
    const complain = (text: string) =>
      verdict.violations.push(`${host_id} ${channel_tag}: ${text} (state ${state}, attempt ${attempt}, ${cause})`);
    if (times > 1) complain(`done ${times} times`);
    if (state === taskState.verified) {
      verdict.verified += 1;
      if (times === 0) complain('verified but never done');
    } else if (state === taskState.failed) {
      verdict.failed += 1;
      if (times > 0) complain('done but said to have failed');
    } else if (state === taskState.unknown) verdict.unknown += 1;
    else complain('has no end');
  }
  if (accounted !== effects.total()) verdict.violations.push(`${effects.total() - accounted} effects nobody ordered`);
  const [taken] = await stack.query('select count(*)::int as n from hosts where quarantined_at is not null');
  if (taken.n > 0) verdict.violations.push(`${taken.n} hosts were taken for copies of themselves`);
  return verdict;
};
