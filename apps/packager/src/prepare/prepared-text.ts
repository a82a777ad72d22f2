import { isJudgement, whatToDo } from '../evidence/holds.ts';
import type { Prepared } from './prepare.ts';

/** What the operator reads: the next command, or what keeps the package and what to do about it. */
export const preparedText = (prepared: Prepared, out: string): string => {
  if ('installer' in prepared)
    return [
      `Proposed as release ${prepared.release}. Read ${out}/evidence.json and ${out}/about.json, then, where the offline keys are:`,
      `npm run signer -- vouch --offline DIR --key catalogue-1.pem --key catalogue-2.pem --about ${out}/about.json --file ${prepared.installer} --out ${out}/package.statement`,
    ].join('\n');
  const rows = prepared.holds.flatMap(({ name, says }) => [
    `  ${name}: ${says}`,
    `    ${whatToDo(name)}`,
    ...(isJudgement(name) ? [`    To lift it: --lift ${name} --reason TEXT`] : []),
  ]);
  return ['Held, nothing was proposed:', ...rows].join('\n');
};
