import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import { useState } from 'react';

export interface Arranging {
  /** As it stands on screen. */
  config: DashboardConfig;
  /** It differs from what is saved. */
  isDirty: boolean;
  canUndo: boolean;
  /** What was just done, for people who cannot see it. */
  said: string;
  change: (next: DashboardConfig, said: string) => void;
  undo: () => void;
  /** Back to what is saved. */
  drop: () => void;
}

const same = (a: DashboardConfig, b: DashboardConfig) => JSON.stringify(a) === JSON.stringify(b);

/** A dashboard under somebody's hands: each step can be taken back until it is saved or dropped. */
export const useArranging = (saved: DashboardConfig): Arranging => {
  const [steps, setSteps] = useState<readonly DashboardConfig[]>([]);
  const [said, setSaid] = useState('');
  const config = steps.at(-1) ?? saved;
  return {
    config,
    isDirty: !same(config, saved),
    canUndo: steps.length > 0,
    said,
    change: (next, announcement) => {
      if (same(next, config)) return;
      setSteps([...steps, next]);
      setSaid(announcement);
    },
    undo: () => {
      setSteps(steps.slice(0, -1));
      setSaid('The last step was taken back.');
    },
    drop: () => {
      setSteps([]);
      setSaid('');
    },
  };
};
