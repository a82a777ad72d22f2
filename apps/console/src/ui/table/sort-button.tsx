import ArrowUp from 'lucide-react/icons/arrow-up';
import { cx } from '../cx.ts';
import s from './table.module.css';

/** The words of a head that sorts; its cell says the order with `aria-sort`, which shows the arrow. */
export function SortButton({ header, isEnd, onPress }: { header: string; isEnd: boolean; onPress: () => void }) {
  return (
    <button type="button" className={cx('bare-button', s['sort'], isEnd && s['sortEnd'])} onClick={onPress}>
      {header}
      <ArrowUp size={12} className={cx(s['arrow'])} aria-hidden />
    </button>
  );
}
