import type { Activity } from '@patchkeep/contract/activity-log';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import type { LogOf } from './activity-log.queries.ts';
import { ActorCell, ObjectLink } from './log-cells.tsx';
import { changesOf } from './log-changes.ts';
import { kindOf, verbOf } from './log-text.ts';
import s from './activity-log.module.css';

interface LogPanelProps {
  activity: Activity;
  of: LogOf;
  names: Readonly<Record<string, string>>;
  /** How far the signer has vouched for the log. */
  sealedTo: number;
  /** Narrows the list to what this one has. */
  onOnly: (which: 'person' | 'object' | 'verb') => void;
  onClose: () => void;
}

/** One act beside the list: what it changed, field by field, and all that is known of how it came. */
export function LogPanel({ activity, of, names, sealedTo, onOnly, onClose }: LogPanelProps) {
  return (
    <SidePanel
      title={verbOf(activity.verb)}
      lead={<ActorCell activity={activity} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          {activity.userUuid !== null && <Button onPress={() => onOnly('person')}>Only this person</Button>}
          <Button onPress={() => onOnly('object')}>Only this object</Button>
          <Button onPress={() => onOnly('verb')}>Only this act</Button>
        </>
      }
    >
      <Diff activity={activity} names={names} />
      <Facts
        facts={[
          { term: 'When', detail: <RelativeTime at={activity.time} isAbsoluteShown /> },
          { term: kindOf(activity.objectKind), detail: <ObjectLink activity={activity} of={of} /> },
          { term: 'Address', detail: activity.ip || 'None' },
          {
            term: 'Entry',
            detail: `${formatNumber(activity.sequenceNumber)}, ${
              activity.sequenceNumber <= sealedTo ? 'sealed by the signer' : 'not sealed yet'
            }`,
          },
          { term: 'Request', detail: activity.requestId },
          ...(activity.instanceId === null ? [] : [{ term: 'Tab', detail: activity.instanceId }]),
        ]}
      />
    </SidePanel>
  );
}

function Diff({ activity: { before, after }, names }: Pick<LogPanelProps, 'activity' | 'names'>) {
  const { changes, same } = changesOf(before, after, names);
  if (changes.length === 0) return <p className={s['quiet']}>This act changed no field.</p>;
  return (
    <section className={s['diff']} aria-label="What it changed">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{change.field}</th>
              <td>{change.before === undefined ? '—' : <del>{change.before}</del>}</td>
              <td>{change.after === undefined ? '—' : <ins>{change.after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {same > 0 && <p className={s['quiet']}>{formatCount(same, 'field')} stayed as before.</p>}
    </section>
  );
}
