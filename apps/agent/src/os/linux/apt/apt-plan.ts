import { compareVersions } from '@patchkeep/versions/schemes';
import type { Step } from './apt-tables.ts';

/** By Debian's order; what cannot be compared is not older. */
export const isOlder = (a: string, b: string): boolean => (compareVersions('dpkg', a, b) ?? 0) < 0;

/** Why a plan of apt is not carried out; undefined when all it does is to bring copies that are there to newer versions. */
export const problemOf = (steps: readonly Step[], name: string, version: string): string | undefined => {
  for (const { kind, name: other, from, to } of steps) {
    if (kind === 'remove') return `apt would also remove ${other}`;
    if (kind === 'install') return `apt would also install ${other}, which is not there`;
    if (!isOlder(from, to)) return `apt would take ${other} from ${from} back to ${to}`;
  }
  const planned = steps.find((step) => step.name === name);
  return planned?.to === version ? undefined : `apt would not bring ${name} to ${version}`;
};
