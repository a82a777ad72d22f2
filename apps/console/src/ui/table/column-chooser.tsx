import type { LucideIcon } from 'lucide-react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Columns3 from 'lucide-react/icons/columns-3';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Checkbox } from '../form/checkbox.tsx';
import type { Column } from './column.ts';
import { inOrder } from './layout/column-layout.ts';
import type { KeptLayout } from './layout/use-column-layout.ts';
import p from '../popover.module.css';
import s from './bar.module.css';

/** What one press on "wider" or "narrower" adds or takes, in pixels. */
const step = 24;

export interface ColumnChooserProps {
  columns: readonly Column<never>[];
  layout: KeptLayout;
}

/** Everything about the columns of a list in one place, with a pointer, a finger or the keyboard. */
export function ColumnChooser({ columns, layout }: ColumnChooserProps) {
  const { hidden, setHidden, move, resizeBy, reset } = layout;
  return (
    <DialogTrigger>
      <Button icon={Columns3}>Columns</Button>
      <Popover className={cx('raised', p['popover'])} placement="bottom end" offset={4}>
        <Dialog aria-label="Columns" className={cx(p['dialog'], s['editor'])}>
          <fieldset>
            <legend className={s['legend']}>Shown columns</legend>
            <div className={s['options']}>
              {inOrder(columns, layout.order).map(({ id, header, isRowHeader = false }) => (
                <div key={id} className={s['column']}>
                  <Checkbox
                    isSelected={isRowHeader || !hidden.has(id)}
                    isDisabled={isRowHeader}
                    onChange={(isOn) => {
                      const next = new Set(hidden);
                      if (isOn) next.delete(id);
                      else next.add(id);
                      setHidden(next);
                    }}
                  >
                    {header}
                  </Checkbox>
                  {(isRowHeader || !hidden.has(id)) && (
                    <span className={s['steps']}>
                      <Step icon={ArrowLeft} label={`Move ${header} left`} onPress={() => move(id, -1)} />
                      <Step icon={ArrowRight} label={`Move ${header} right`} onPress={() => move(id, 1)} />
                      <span className={s['width']}>
                        <Step icon={Minus} label={`Make ${header} narrower`} onPress={() => resizeBy(id, -step)} />
                        <Step icon={Plus} label={`Make ${header} wider`} onPress={() => resizeBy(id, step)} />
                      </span>
                    </span>
                  )}
                </div>
              ))}
            </div>
          </fieldset>
          <div className={s['row']}>
            <Button size="small" variant="quiet" onPress={reset}>
              Reset columns
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/* A native button: it stays where it is, and keeps the focus, when a press moves its column. */
function Step({ icon: Icon, label, onPress }: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <button type="button" className={cx('bare-button', s['step'])} aria-label={label} title={label} onClick={onPress}>
      <Icon size={14} aria-hidden />
    </button>
  );
}
