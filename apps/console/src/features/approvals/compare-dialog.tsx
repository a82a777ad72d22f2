import type { Approval, ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { groupPlaces } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeWords } from '../../ui/approval-words.ts';
import { Button } from '../../ui/button.tsx';
import { BareCheckbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useSession } from '../../lib/use-stores.ts';
import { type Place, placeTitle, sitePlace, systemPlace } from './approval-place.ts';
import s from './approvals.module.css';
import { compareQuery } from './approvals.queries.ts';
import { OwnValue } from './own-value.tsx';
import { editOf, isNoChange, type PendingEdit } from './pending.ts';
import { toggled } from './toggled.ts';

interface CompareDialogProps {
  place: Place;
  kind: ApprovalKind;
  onClose: () => void;
  /** The rows to make alike, as pending edits. */
  onCopy: (edits: readonly PendingEdit[]) => void;
}

/** The act that makes another place decide the same. */
const actThatYields = ({ isBlocked, isEnabled, isAutoUpdate }: Approval): ApprovalType => {
  if (isBlocked) return 'block';
  if (!isEnabled) return 'disable';
  return isAutoUpdate ? 'automate' : 'approve';
};

const copyWords = (count: number, to: Place): string =>
  count === 0 ? `Copy to ${placeTitle(to)}` : `Copy ${formatCount(count, 'row')} to ${placeTitle(to)}`;

const idOf = ({ level, scopeUuid }: Place) => `${level} ${scopeUuid ?? ''}`;

const usePlaces = (): readonly Place[] => {
  const isSystemAdmin = useSession((session) => session.isSystemAdmin);
  const groups = groupPlaces(useQuery(groupsQuery).data ?? []);
  const tags = useQuery(tagsQuery).data ?? [];
  return [
    ...(isSystemAdmin ? [systemPlace] : []),
    sitePlace,
    ...groups.map(({ group, path }): Place => ({ level: 'group', scopeUuid: group.uuid, name: path })),
    ...tags.map(({ tagUuid, tagName }): Place => ({ level: 'tag', scopeUuid: tagUuid, name: tagName })),
  ];
};

/** Two places side by side, only where they differ; what is ticked is copied over as pending changes. */
export function CompareDialog({ place, kind, onClose, onCopy }: CompareDialogProps) {
  const places = usePlaces();
  const [otherId, setOtherId] = useState(idOf(place.level === 'site' ? (places.at(-1) ?? sitePlace) : sitePlace));
  const other = places.find((one) => idOf(one) === otherId) ?? sitePlace;
  const query = useQuery({ ...compareQuery(kind, place, other), enabled: idOf(place) !== idOf(other) });
  const rows = query.data ?? [];
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ subject }) => ticked.has(subject));
  const copy = (from: 'left' | 'right') => {
    const to = from === 'left' ? 'right' : 'left';
    const edits = chosen.flatMap((row) => {
      const type = actThatYields(row[from]);
      const version = type === 'approve' ? row[from].approvedVersion : null;
      const target = { ...row[to], name: row.name };
      return isNoChange(target, type, version) ? [] : [editOf(to === 'left' ? place : other, target, type, version)];
    });
    onCopy(edits);
  };
  return (
    <Dialog
      title="Compare levels"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button isDisabled={chosen.length === 0} onPress={() => copy('right')}>
            {copyWords(chosen.length, place)}
          </Button>
          <Button isDisabled={chosen.length === 0} onPress={() => copy('left')}>
            {copyWords(chosen.length, other)}
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <Select
          label={`Compare ${placeTitle(place)} with`}
          options={places
            .filter((one) => idOf(one) !== idOf(place))
            .map((one) => ({ value: idOf(one), label: placeWords(one.level, one.name) }))}
          value={idOf(other)}
          onChange={(id) => {
            setOtherId(id);
            setTicked(new Set());
          }}
        />
        {query.isPending ? (
          <Spinner isBlock />
        ) : rows.length === 0 ? (
          <EmptyState title="They decide the same">Nothing is decided differently at the two.</EmptyState>
        ) : (
          <section className={s['compare']} aria-label="Differences">
            <table className={s['overrides']} aria-label="Where they differ">
              <thead>
                <tr>
                  <th scope="col">
                    <BareCheckbox
                      label="Select all differences"
                      isSelected={chosen.length === rows.length}
                      isIndeterminate={chosen.length > 0 && chosen.length < rows.length}
                      onChange={(isOn) => setTicked(new Set(isOn ? rows.map(({ subject }) => subject) : []))}
                    />
                  </th>
                  <th scope="col">{kind === 'app' ? 'Application' : 'Windows update'}</th>
                  <th scope="col">{placeTitle(place)}</th>
                  <th scope="col">{placeTitle(other)}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ subject, name, left, right }) => (
                  <tr key={subject}>
                    <td>
                      <BareCheckbox
                        label={`Select ${name}`}
                        isSelected={ticked.has(subject)}
                        onChange={() => setTicked((now) => toggled(now, subject))}
                      />
                    </td>
                    <th scope="row">{name}</th>
                    <td>
                      <OwnValue approval={left} />
                    </td>
                    <td>
                      <OwnValue approval={right} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </Dialog>
  );
}
