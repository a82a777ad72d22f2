import {
  type ChartType,
  type DashboardCard,
  type DashboardConfig,
  defaultPeriodUnit,
  type PeriodUnit,
} from '@patchkeep/contract/dashboard-config';
import { hasPeriods } from './card-titles.ts';

/** How many of twelve columns a card takes. */
const columnsOf: Record<DashboardCard['width'], number> = { S: 4, M: 6, L: 12 };

/** The cards of each row, as the grid lays them out: a card that does not fit begins the next row. */
const rowsOf = (cards: readonly DashboardCard[]): number[][] => {
  const rows: number[][] = [];
  let left = 0;
  for (const [index, { width }] of cards.entries()) {
    if (columnsOf[width] > left) {
      rows.push([]);
      left = 12;
    }
    rows.at(-1)?.push(index);
    left -= columnsOf[width];
  }
  return rows;
};

export const moves = ['left', 'right', 'up', 'down', 'start'] as const;
export type Move = (typeof moves)[number];

/** The place a move leads to; the card's own when there is nowhere to go. */
export const placeAfter = (cards: readonly DashboardCard[], from: number, move: Move): number => {
  if (move === 'start') return 0;
  if (move === 'left') return Math.max(0, from - 1);
  if (move === 'right') return Math.min(cards.length - 1, from + 1);
  const rows = rowsOf(cards);
  const row = rows.findIndex((indexes) => indexes.includes(from));
  const other = rows[move === 'up' ? row - 1 : row + 1];
  return other?.[Math.min(rows[row]?.indexOf(from) ?? 0, other.length - 1)] ?? from;
};

export const moveCard = ({ cards }: DashboardConfig, from: number, to: number): DashboardConfig => {
  const moved = cards[from];
  return moved === undefined ? { cards } : { cards: cards.toSpliced(from, 1).toSpliced(to, 0, moved) };
};

export const changeCard = (
  { cards }: DashboardConfig,
  cardId: string,
  change: Partial<Omit<DashboardCard, 'cardId' | 'chart'>>,
): DashboardConfig => ({ cards: cards.map((card) => (card.cardId === cardId ? { ...card, ...change } : card)) });

export const removeCard = ({ cards }: DashboardConfig, cardId: string): DashboardConfig => ({
  cards: cards.filter((card) => card.cardId !== cardId),
});

/** A card of a chart, last, with an id that no other card has. */
export const addCard = ({ cards }: DashboardConfig, chart: ChartType): DashboardConfig => {
  const taken = new Set(cards.map(({ cardId }) => cardId));
  let cardId: string = chart;
  for (let number = 2; taken.has(cardId); number += 1) cardId = `${chart}-${number}`;
  return { cards: [...cards, { cardId, chart, width: 'M', periodUnit: defaultPeriodUnit }] };
};

/** What decides the numbers of a config: neither order nor width nor title do, so moving a card asks the server nothing. */
export const dataRequestOf = ({ cards }: DashboardConfig): DashboardConfig => ({
  cards: cards
    .map(({ title: _title, ...card }) => ({ ...card, width: 'M' as const }))
    .toSorted((a, b) => a.cardId.localeCompare(b.cardId)),
});

/** All charts over time by one unit. How many periods are shown belongs to the unit: 14 days are not 14 years. */
export const withPeriod = ({ cards }: DashboardConfig, periodUnit: PeriodUnit): DashboardConfig => ({
  cards: cards.map((card) => {
    if (!hasPeriods(card.chart) || card.periodUnit === periodUnit) return card;
    const { periods: _periods, ...rest } = card;
    return { ...rest, periodUnit };
  }),
});
