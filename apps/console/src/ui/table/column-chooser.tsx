import Columns3 from 'lucide-react/icons/columns-3';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Checkbox } from '../form/checkbox.tsx';
import type { Column } from './column.ts';
import type { HiddenColumns } from './use-hidden-columns.ts';
import p from '../popover.module.css';
import s from './bar.module.css';

export interface ColumnChooserProps extends HiddenColumns {
  columns: readonly Column<never>[];
}

export function ColumnChooser({ columns, hidden, setHidden, reset }: ColumnChooserProps) {
  return (
    <DialogTrigger>
      <Button icon={Columns3}>Columns</Button>
      <Popover className={cx('raised', p['popover'])} placement="bottom end" offset={4}>
        <Dialog aria-label="Columns" className={cx(p['dialog'], s['editor'])}>
          <fieldset>
            <legend className={s['legend']}>Shown columns</legend>
            <div className={s['options']}>
              {columns.map(({ id, header, isRowHeader = false }) => (
                <Checkbox
                  key={id}
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
              ))}
            </div>
          </fieldset>
          <div className={s['row']}>
            <Button size="small" variant="quiet" onPress={reset}>
              Reset to default
            </Button>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
