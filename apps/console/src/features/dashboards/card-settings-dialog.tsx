import {
  type DashboardCard,
  dashboardLimits,
  defaultPeriods,
  type PeriodUnit,
  periodUnits,
  placedCharts,
} from '@patchkeep/contract/dashboard-config';
import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { chartTitles, hasPeriods, titleOf } from './card-titles.ts';
import { placeFrom, placeKey, usePlaces } from './card-place.ts';
import s from './dashboards.module.css';
import { unitWords } from './period-words.ts';

const settings = z.object({
  title: z.union([z.literal(''), name]),
  place: z.string(),
  periodUnit: z.enum(periodUnits),
  periods: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(dashboardLimits.periods)),
});
const labels = { title: 'Title', place: 'Numbers of', periodUnit: 'Period', periods: 'Periods shown' };
const unitOptions = periodUnits.map((value) => ({ value, label: unitWords[value] }));

export interface CardSettingsDialogProps {
  card: DashboardCard;
  /** The dashboard of a site has groups and tags to choose from. */
  hasPlaces: boolean;
  onChange: (change: Partial<Omit<DashboardCard, 'cardId' | 'chart'>>) => void;
  onClose: () => void;
}

export function CardSettingsDialog({ card, hasPlaces, onChange, onClose }: CardSettingsDialogProps) {
  const form = useZodForm(settings, {
    title: card.title ?? '',
    place: placeKey(card),
    periodUnit: card.periodUnit satisfies PeriodUnit,
    periods: String(card.periods ?? defaultPeriods[card.periodUnit]),
  });
  const isPlaced = hasPlaces && placedCharts.includes(card.chart);
  const places = usePlaces(isPlaced);
  return (
    <Dialog title={`Settings of ${titleOf(card)}`} isOpen onClose={onClose}>
      <Form
        form={form}
        labels={labels}
        onSubmit={({ title, place, periodUnit, periods }) => {
          onChange({
            title: title === '' ? undefined : title,
            ...(isPlaced && placeFrom(place)),
            ...(hasPeriods(card.chart) && { periodUnit, periods }),
          });
          onClose();
        }}
      >
        <FormTextField
          control={form.control}
          name="title"
          label={labels.title}
          isOptional
          description={`Without one it is called "${chartTitles[card.chart]}".`}
        />
        {isPlaced && <FormSelect control={form.control} name="place" label={labels.place} options={places} />}
        {hasPeriods(card.chart) && (
          <>
            <FormSelect control={form.control} name="periodUnit" label={labels.periodUnit} options={unitOptions} />
            <FormTextField control={form.control} name="periods" label={labels.periods} inputMode="numeric" />
          </>
        )}
        <div className={s['formActions']}>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
