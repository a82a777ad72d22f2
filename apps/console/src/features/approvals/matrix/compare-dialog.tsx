import type { Approval, ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeText } from '../../../domain/approval-text.ts';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BareCheckbox } from '../../../ui/form/checkbox.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { type Scope, scopeTitle, siteScope, systemScope } from '../approval-scope.ts';
import { editOf, isNoChange, type PendingEdit } from '../pending/pending.ts';
import { compareQuery } from './approvals.queries.ts';
import { OwnValue } from './own-value.tsx';
import { toggled } from './toggled.ts';
import s from '../approvals.module.css';

interface CompareDialogProps {
  scope: Scope;
  kind: ApprovalKind;
  onClose: () => void;
  /** The rows to make alike, as pending edits. */
  onCopy: (edits: readonly PendingEdit[]) => void;
}

/** The act that makes another scope decide the same. */
const actThatYields = ({ isBlocked, isEnabled, isAutoUpdate }: Approval): ApprovalType => {
  if (isBlocked) return 'block';
  if (!isEnabled) return 'disable';
  return isAutoUpdate ? 'automate' : 'approve';
};

const copyText = (count: number, to: Scope): string =>
  count === 0 ? `Copy to ${scopeTitle(to)}` : `Copy ${formatCount(count, 'row')} to ${scopeTitle(to)}`;

const idOf = ({ level, scopeUuid }: Scope) => `${level} ${scopeUuid ?? ''}`;

const useScopes = (): readonly Scope[] => {
  const isSystemAdmin = useSession((session) => session.isSystemAdmin);
  const groups = flattenGroups(useQuery(groupsQuery).data ?? []);
  const tags = useQuery(tagsQuery).data ?? [];
  return [
    ...(isSystemAdmin ? [systemScope] : []),
    siteScope,
    ...groups.map(({ group, path }): Scope => ({ level: 'group', scopeUuid: group.uuid, name: path })),
    ...tags.map(({ tagUuid, tagName }): Scope => ({ level: 'tag', scopeUuid: tagUuid, name: tagName })),
  ];
};

/** Two scopes side by side, only where they differ; what is ticked is copied over as pending changes. */
export function CompareDialog({ scope, kind, onClose, onCopy }: CompareDialogProps) {
  const scopes = useScopes();
  const [otherId, setOtherId] = useState(idOf(scope.level === 'site' ? (scopes.at(-1) ?? siteScope) : siteScope));
  const other = scopes.find((one) => idOf(one) === otherId) ?? siteScope;
  const query = useQuery({ ...compareQuery(kind, scope, other), enabled: idOf(scope) !== idOf(other) });
  const rows = query.data ?? [];
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ subject }) => ticked.has(subject));
  const copy = (from: 'left' | 'right') => {
    const to = from === 'left' ? 'right' : 'left';
    const edits = chosen.flatMap((row) => {
      const type = actThatYields(row[from]);
      const version = type === 'approve' ? row[from].approvedVersion : null;
      const target = { ...row[to], name: row.name };
      return isNoChange(target, type, version) ? [] : [editOf(to === 'left' ? scope : other, target, type, version)];
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
            {copyText(chosen.length, scope)}
          </Button>
          <Button isDisabled={chosen.length === 0} onPress={() => copy('left')}>
            {copyText(chosen.length, other)}
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <Select
          label={`Compare ${scopeTitle(scope)} with`}
          options={scopes
            .filter((one) => idOf(one) !== idOf(scope))
            .map((one) => ({ value: idOf(one), label: scopeText(one.level, one.name) }))}
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
                  <th scope="col">{scopeTitle(scope)}</th>
                  <th scope="col">{scopeTitle(other)}</th>
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
