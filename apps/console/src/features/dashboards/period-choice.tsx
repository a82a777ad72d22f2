import { type PeriodUnit, periodUnits } from '@patchkeep/contract/dashboard-config';
import { Select } from '../../ui/form/select.tsx';
import { hasPeriods } from './card-titles.ts';
import { unitText } from './period-text.ts';
import type { Arranging } from './use-arranging.ts';

const unitOptions = periodUnits.map((value) => ({ value, label: unitText[value] }));

/** One period for all charts over time; none is chosen while they differ. */
export function PeriodChoice({ arranging: { config, setPeriod } }: { arranging: Arranging }) {
  const units = new Set(config.cards.filter(({ chart }) => hasPeriods(chart)).map(({ periodUnit }) => periodUnit));
  if (units.size === 0) return null;
  const choose = (unit: PeriodUnit) => setPeriod(unit, `Charts are ${unitText[unit].toLowerCase()} now.`);
  const [only] = units;
  return (
    <Select
      label="Period"
      isLabelHidden
      options={unitOptions}
      value={units.size === 1 && only ? only : null}
      onChange={choose}
      placeholder="Mixed periods"
    />
  );
}
