import type { Fill } from './fills.ts';

export interface ChartSeries {
  id: string;
  label: string;
  fill: Fill;
}

/** One period of a chart over time. */
export interface ChartPoint {
  id: string;
  /** Beneath the axis, short: "15 Nov". */
  label: string;
  /** Spoken, and in the table: "15 November 2026". */
  name: string;
  values: Readonly<Record<string, number>>;
  /** The period is not over yet. */
  isPartial: boolean;
}

export interface TimeChartProps {
  label: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Width by height. */
  aspect: number;
  /** Where a part leads: the list behind its number. Nothing leads to an empty list. */
  hrefOf: (point: ChartPoint, series: ChartSeries) => string | undefined;
  isNewTab: boolean;
  /** Drawn this wide instead of as wide as there is room: paper has a size of its own. */
  fixedWidth?: number | undefined;
}

export const valueOf = (point: ChartPoint, series: ChartSeries): number => point.values[series.id] ?? 0;

export const totalOf = (point: ChartPoint, series: readonly ChartSeries[]): number =>
  series.reduce((sum, each) => sum + valueOf(point, each), 0);

/** A period by its full name; one that is not over says so. */
export const nameOf = ({ name, isPartial }: Pick<ChartPoint, 'name' | 'isPartial'>): string =>
  isPartial ? `${name} (so far)` : name;
