import type { DecidedSlots } from '../../../domain/decided-slots.ts';
import { WhyPanel } from './why-panel.tsx';
import { SpreadBox } from './why-spread.tsx';

/** What pages of other features show of approvals. */
export const decided: DecidedSlots = { Spread: SpreadBox, Why: WhyPanel };
