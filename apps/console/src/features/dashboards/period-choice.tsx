import { type PeriodUnit, periodUnits } from '@patchkeep/contract/dashboard-config';
import { Select } from '../../ui/form/select.tsx';
import { hasPeriods } from './card-titles.ts';
import { unitText } from './period-text.ts';
import type { Arranging } from './use-arranging.ts';

const unitOptions = periodUnits.map((value) => ({ value, label: unitText[value] }));

/** One period for all charts over time; none is chosen while they differ. */
export function PeriodChoice({ arranging: { config, change } }: { arranging: Arranging }) {
  const units = new Set(config.cards.filter(({ chart }) => hasPeriods(chart)).map(({ periodUnit }) => periodUnit));
  if (units.size === 0) return null;
  const choose = (periodUnit: PeriodUnit) =>
    change(
      {
        // How many periods are shown belongs to the unit: 14 days are not 14 years.
        cards: config.cards.map((card) => {
          if (!hasPeriods(card.chart)) return card;
          const { periods: _periods, ...rest } = card;
          return { ...rest, periodUnit };
        }),
      },
      `Charts are ${unitText[periodUnit].toLowerCase()} now.`,
    );
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
