import type { ChangeSet } from '@patchkeep/contract/change-sets';
import UserCheck from 'lucide-react/icons/user-check';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import s from './change-set.module.css';

export interface ChangeSetQueueProps {
  sets: readonly ChangeSet[];
  onLook: (set: ChangeSet) => void;
}

/** What waits for a second person, the one that ends first on top. Nothing when nothing waits. */
export function ChangeSetQueue({ sets, onLook }: ChangeSetQueueProps) {
  if (sets.length === 0) return null;
  return (
    <section className={s['queue']} aria-labelledby="change-set-queue">
      <h2 id="change-set-queue">
        <UserCheck size={16} aria-hidden /> Waiting for a second person
      </h2>
      <ul>
        {sets
          .toSorted((a, b) => (a.expires ?? '').localeCompare(b.expires ?? ''))
          .map((set) => (
            <li key={set.changeSetUuid}>
              <span className={s['asked']}>
                <strong>{set.title}</strong>
                <span className="muted">
                  {set.requestedBy}, <RelativeTime at={set.requestedAt} /> · {formatCount(set.hosts, 'host')}
                  {set.expires !== null && (
                    <>
                      {' · ends '}
                      <RelativeTime at={set.expires} />
                    </>
                  )}
                </span>
              </span>
              <Button
                variant={set.isConfirmable ? 'primary' : 'plain'}
                aria-label={`${set.isConfirmable ? 'View and decide' : 'View'}: ${set.title}`}
                onPress={() => onLook(set)}
              >
                {set.isConfirmable ? 'View and decide' : 'View'}
              </Button>
            </li>
          ))}
      </ul>
    </section>
  );
}
