import type { FirstStep } from '@patchkeep/contract/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { siteOfTab } from '../../../lib/client.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { readLocal, writeLocal } from '../../../ui/table/local-record.ts';
import { areAllDone, firstStepsQuery } from './first-steps.queries.ts';

const choice = z.enum(['open', 'folded', 'hidden']).catch('open');
type Choice = z.output<typeof choice>;

export interface FirstSteps {
  steps: readonly FirstStep[];
  isFolded: boolean;
  /** No host has enrolled: the cards would show nothing but zeros. */
  isSiteEmpty: boolean;
  choose: (choice: Choice) => void;
}

/**
 * The checklist of a new site, for whoever may do its steps. It goes when all is done; who hides it or folds it up finds
 * it so again in this browser. `show` is absent for those who have no checklist.
 */
export const useFirstSteps = (isOfSite: boolean): { shown: FirstSteps | undefined; show: (() => void) | undefined } => {
  const mayAct = useMay('canMakeChanges') && isOfSite;
  const userUuid = useSession(({ userAccountUuid }) => userAccountUuid);
  const key = `first-steps.${userUuid}.${siteOfTab() ?? ''}`;
  const [kept, setKept] = useState<{ key: string; choice: Choice; isAskedFor: boolean }>();
  const now = kept?.key === key ? kept : { choice: choice.parse(readLocal(key)), isAskedFor: false };
  const isWanted = mayAct && now.choice !== 'hidden';
  const steps = useQuery(firstStepsQuery(isWanted)).data?.steps;
  const keep = (chosen: Choice, isAskedFor: boolean) => {
    writeLocal(key, chosen);
    setKept({ key, choice: chosen, isAskedFor });
  };
  const isShown = isWanted && steps !== undefined && (now.isAskedFor || !areAllDone(steps));
  return {
    shown: isShown
      ? {
          steps,
          isFolded: now.choice === 'folded',
          isSiteEmpty: steps.some(({ step, done }) => step === 'agent' && done?.shownBy !== 'host'),
          choose: (chosen) => keep(chosen, now.isAskedFor),
        }
      : undefined,
    show: mayAct ? () => keep('open', true) : undefined,
  };
};
