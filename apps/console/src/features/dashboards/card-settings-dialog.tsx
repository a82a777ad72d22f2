import {
  type DashboardCard,
  dashboardLimits,
  defaultPeriods,
  type PeriodUnit,
  periodUnits,
  scopedCharts,
} from '@patchkeep/contract/dashboard-config';
import { name } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { Form, FormActions } from '../../ui/form/form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { scopeFrom, scopeKey, useScopes } from './card-scope.ts';
import { chartTitles, hasPeriods, titleOf } from './card-titles.ts';
import { unitText } from './period-text.ts';

const settings = z.object({
  title: z.union([z.literal(''), name]),
  scope: z.string(),
  periodUnit: z.enum(periodUnits),
  periods: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(dashboardLimits.periods)),
});
const labels = { title: 'Title', scope: 'Numbers of', periodUnit: 'Period', periods: 'Periods shown' };
const unitOptions = periodUnits.map((value) => ({ value, label: unitText[value] }));

export interface CardSettingsDialogProps {
  card: DashboardCard;
  /** The dashboard of a site has groups and tags to choose from. */
  hasScopes: boolean;
  onChange: (change: Partial<Omit<DashboardCard, 'cardId' | 'chart'>>) => void;
  onClose: () => void;
}

export function CardSettingsDialog({ card, hasScopes, onChange, onClose }: CardSettingsDialogProps) {
  const form = useZodForm(settings, {
    title: card.title ?? '',
    scope: scopeKey(card),
    periodUnit: card.periodUnit satisfies PeriodUnit,
    periods: String(card.periods ?? defaultPeriods[card.periodUnit]),
  });
  const isScoped = hasScopes && scopedCharts.includes(card.chart);
  const scopes = useScopes(isScoped);
  return (
    <Dialog title={`Settings of ${titleOf(card)}`} isOpen onClose={onClose}>
      <Form
        form={form}
        labels={labels}
        onSubmit={({ title, scope, periodUnit, periods }) => {
          onChange({
            title: title === '' ? undefined : title,
            ...(isScoped && scopeFrom(scope)),
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
        {isScoped && <FormSelect control={form.control} name="scope" label={labels.scope} options={scopes} />}
        {hasPeriods(card.chart) && (
          <>
            <FormSelect control={form.control} name="periodUnit" label={labels.periodUnit} options={unitOptions} />
            <FormTextField control={form.control} name="periods" label={labels.periods} inputMode="numeric" />
          </>
        )}
        <FormActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
