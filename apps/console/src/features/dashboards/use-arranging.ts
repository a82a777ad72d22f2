import type { DashboardConfig, PeriodUnit } from '@patchkeep/contract/dashboard-config';
import { useState } from 'react';
import { withPeriod } from './layout.ts';

export interface Arranging {
  /** As it stands on screen. */
  config: DashboardConfig;
  /** It differs from what is saved. */
  isDirty: boolean;
  canUndo: boolean;
  /** What was just done, for people who cannot see it. */
  said: string;
  change: (next: DashboardConfig, said: string) => void;
  /** Gives all charts over time one period. It stands in the address, so a link to the page shows the same. */
  setPeriod: (unit: PeriodUnit, said: string) => void;
  undo: () => void;
  /** Back to what is saved. */
  drop: () => void;
}

const same = (a: DashboardConfig, b: DashboardConfig) => JSON.stringify(a) === JSON.stringify(b);

/** The period that the address names for all charts over time, and how it is named or no longer named there. */
export interface PeriodInAddress {
  period: PeriodUnit | undefined;
  onPeriod: (period: PeriodUnit | undefined) => void;
}

/** A dashboard under somebody's hands: each step can be taken back until it is saved or dropped. */
export const useArranging = (saved: DashboardConfig, { period, onPeriod }: PeriodInAddress): Arranging => {
  const [steps, setSteps] = useState<readonly DashboardConfig[]>([]);
  const [said, setSaid] = useState('');
  const arranged = steps.at(-1) ?? saved;
  const config = period === undefined ? arranged : withPeriod(arranged, period);
  const isByAddress = !same(config, arranged);
  return {
    config,
    isDirty: !same(config, saved),
    canUndo: steps.length > 0 || isByAddress,
    said,
    change: (next, announcement) => {
      if (same(next, config)) return;
      setSteps([...steps, next]);
      setSaid(announcement);
      // A card was given a period of its own: the address must not speak for it any more.
      if (period !== undefined && !same(withPeriod(next, period), next)) onPeriod(undefined);
    },
    setPeriod: (unit, announcement) => {
      onPeriod(unit);
      setSaid(announcement);
    },
    undo: () => {
      if (isByAddress) onPeriod(undefined);
      else setSteps(steps.slice(0, -1));
      setSaid('The last step was taken back.');
    },
    drop: () => {
      setSteps([]);
      setSaid('');
      if (period !== undefined) onPeriod(undefined);
    },
  };
};
