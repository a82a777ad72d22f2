import { type ChartType, dashboardLimits } from '@patchkeep/contract/dashboard-config';
import Plus from 'lucide-react/icons/plus';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { chartTitles, chartText } from './card-titles.ts';
import { addCard } from './layout.ts';
import type { Arranging } from './use-arranging.ts';
import s from './dashboards.module.css';

export interface AddCardDialogProps {
  charts: readonly ChartType[];
  arranging: Arranging;
  onClose: () => void;
}

/** The cards there are, to choose one from; the same may stand on a dashboard twice, with other periods. */
export function AddCardDialog({ charts, arranging: { config, change }, onClose }: AddCardDialogProps) {
  const isFull = config.cards.length >= dashboardLimits.cards;
  return (
    <Dialog title="Add a card" isOpen onClose={onClose}>
      {isFull && <p role="alert">A dashboard holds {dashboardLimits.cards} cards. Take one away first.</p>}
      <ul className={s['gallery']}>
        {charts.map((chart) => (
          <li key={chart}>
            <h3>{chartTitles[chart]}</h3>
            <p>{chartText[chart]}</p>
            <Button
              size="small"
              icon={Plus}
              isDisabled={isFull}
              aria-label={`Add ${chartTitles[chart]}`}
              onPress={() => {
                change(addCard(config, chart), `${chartTitles[chart]} added at the end.`);
                onClose();
              }}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
