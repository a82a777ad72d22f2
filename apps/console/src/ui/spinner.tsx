import LoaderCircle from 'lucide-react/icons/loader-circle';
import { cx } from './cx.ts';
import s from './spinner.module.css';

export interface SpinnerProps {
  label?: string;
  /** Takes the middle of its place instead of sitting in a line. */
  isBlock?: boolean;
}

export function Spinner({ label = 'Loading...', isBlock = false }: SpinnerProps) {
  return (
    <output className={cx(s['spinner'], isBlock && s['block'])}>
      <LoaderCircle size={20} className={cx(s['turn'])} aria-hidden />
      <span>{label}</span>
    </output>
  );
}
