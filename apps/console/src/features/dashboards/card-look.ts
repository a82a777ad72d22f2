import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import type { ReactNode } from 'react';
import type { ChartLinks } from './chart-links.ts';

/** How the cards of a dashboard are drawn. */
export interface Look {
  /** Whose numbers they are, which decides where they lead. */
  of: 'site' | 'system';
  /** For paper: sizes of their own, and nothing to press. */
  isPrint: boolean;
  /** Links open beside the dashboard, which stays where it is. */
  isNewTab: boolean;
  /** On a wall: no button to switch to the table or to take the numbers away. */
  isBare: boolean;
  /** The day of the past that the numbers are of; none for now. */
  asOf?: string | undefined;
  /** Goes to a site of the system dashboard. */
  onOpenSite?: ((siteAccountUuid: string) => void) | undefined;
  /** The address of the same dashboard with two of its sites compared. */
  compareHref?: ((left: string, right: string) => string) | undefined;
}

/** The same with the links, which come with the charts: the first paint does without them. */
export interface LinkedLook extends Look {
  links: ChartLinks;
}

export interface CardProps<Chart extends CardData['chart']> {
  card: DashboardCard;
  data: Extract<CardData, { chart: Chart }>;
  look: LinkedLook;
  actions: ReactNode;
}

/** The size of a printed card, and the ratio of the chart in it. */
export const printSize = { width: 480, height: 488 } as const;
const padding = 16;
export const aspectOf = ({ isPrint }: Pick<Look, 'isPrint'>): number => (isPrint ? 1.2 : 2);
export const chartWidthOf = ({ isPrint }: Pick<Look, 'isPrint'>): number | undefined =>
  isPrint ? printSize.width - 2 * padding - 2 : undefined;

export const newTab = ({ isNewTab }: Pick<Look, 'isNewTab'>) =>
  isNewTab ? { target: '_blank', rel: 'noreferrer' } : {};
