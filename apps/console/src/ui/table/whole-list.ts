import { constants } from '@patchkeep/contract/constants';
import type { PageInfo } from './pager.tsx';

/** One page of a list that is here as a whole, beginning at the row of a number. */
export const pageOfWhole = <Row>(
  all: readonly Row[] | undefined,
  from: number,
  onFrom: (from: number) => void,
  pageSize: number = constants.pageSize,
): { rows: readonly Row[] | undefined; total: number; page: PageInfo } => {
  const total = all?.length ?? 0;
  const first = Math.min(from, Math.max(1, total));
  const next = first + pageSize;
  return {
    rows: all?.slice(first - 1, next - 1),
    total,
    page: {
      from: first,
      onNext: next <= total ? () => onFrom(next) : undefined,
      onPrevious: first > 1 ? () => onFrom(Math.max(1, first - pageSize)) : undefined,
    },
  };
};
