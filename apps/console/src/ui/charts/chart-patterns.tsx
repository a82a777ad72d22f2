import { type Fill, fills, patternOf } from './fills.ts';
import s from './charts.module.css';

/** The address of a pattern in the chart that drew it. */
export const patternUrl = (id: string, fill: Fill | 'partial') => `url(#${id}${fill})`;

/** The patterns of a chart; `id` keeps them apart from those of other charts on the page. */
export function ChartPatterns({ id }: { id: string }) {
  return (
    <defs>
      {fills.map((fill) => (
        <pattern key={fill} id={`${id}${fill}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path d={patternOf[fill]} className={s['sign']} />
        </pattern>
      ))}
      {/* Leans the other way than any fill: a period that is not over yet. */}
      <pattern id={`${id}partial`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path d="M-1.5 4.5L1.5 7.5M0 0L6 6M4.5 -1.5L7.5 1.5" className={s['sign']} />
      </pattern>
    </defs>
  );
}
