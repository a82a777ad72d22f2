import { Button } from '../../../ui/button.tsx';
import s from './create-job.module.css';

interface FoundThingProps {
  title: string;
  detail: string;
  /** What a job can do with it. */
  offers: readonly { verb: string; isChosen: boolean; isDisabled?: boolean; onPress: () => void }[];
}

/** One thing that a job can be about, with a button for each thing that it can do with it. */
export function FoundThing({ title, detail, offers }: FoundThingProps) {
  return (
    <li className={s['application']}>
      <span className={s['words']}>
        <span className={s['name']}>{title}</span>
        <span className={s['detail']}>{detail}</span>
      </span>
      <span className={s['buttons']}>
        {offers.map(({ verb, isChosen, isDisabled = false, onPress }) => (
          <Button
            key={verb}
            size="small"
            variant={isChosen ? 'primary' : 'plain'}
            aria-pressed={isChosen}
            aria-label={`${verb} ${title}`}
            isDisabled={isDisabled}
            onPress={onPress}
          >
            {verb}
          </Button>
        ))}
      </span>
    </li>
  );
}
