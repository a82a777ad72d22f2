import { badContents } from './bad-contents.ts';
import { badSignatures } from './bad-signatures.ts';
import { badWays } from './bad-ways.ts';
import type { Bench, Hostile } from './bench.ts';
import { otherKinds } from './other-kinds.ts';

const classes = [badWays, ...badSignatures, ...otherKinds, ...badContents];

/** All that must never become a package. */
export const hostileFiles = (bench: Bench): Hostile[] => classes.flatMap((listed) => listed(bench));

/** Of each class the first one for each hold. */
export const someHostileFiles = (bench: Bench): Hostile[] =>
  classes.flatMap((listed) => {
    const all = listed(bench);
    return all.filter(({ hold }, index) => all.findIndex((one) => one.hold === hold) === index);
  });
