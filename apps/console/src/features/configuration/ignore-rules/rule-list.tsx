import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import type { LucideIcon } from 'lucide-react';
import Copy from 'lucide-react/icons/copy';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useMemo, useState } from 'react';
import { targetText } from '../../../domain/ignore-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchBar } from '../../../ui/form/search-bar.tsx';
import type { Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../../ui/table/download.ts';
import { isSelected, noSelection, type Selection } from '../../../ui/table/selection.ts';
import { localPage } from '../../../ui/table/use-page-cursor.ts';
import { ignoreColumns, type RuleActions } from './ignore-columns.tsx';
import { arrangeRules } from './ignore-views.ts';
import c from '../configuration.module.css';
import s from './ignore-rules.module.css';

const getId = ({ ignoreRuleUuid }: IgnoreRule) => ignoreRuleUuid;
const getName = ({ target }: IgnoreRule) => targetText(target);
const pageSize = 50;
/** As many as the server renews in one go. */
const mostAtOnce = 200;

/** What is odd about a rule stands below it, because somebody should do something about it. */
const flagOf = ({ duplicateOfUuid, matchesNothing }: IgnoreRule): ReactNode => {
  if (duplicateOfUuid !== null)
    return (
      <Flag icon={Copy} word="Duplicate">
        Another rule that is in force covers all of this.
      </Flag>
    );
  return matchesNothing ? (
    <Flag icon={SearchX} word="Matches nothing">
      Nothing here has what it ignores; it can be revoked if that was fixed.
    </Flag>
  ) : null;
};

function Flag({ icon, word, children }: { icon: LucideIcon; word: string; children: ReactNode }) {
  return (
    <p className={s['flag']}>
      <Badge tone="eol" icon={icon}>
        {word}
      </Badge>
      {children}
    </p>
  );
}

export interface RuleListProps {
  rules: readonly IgnoreRule[] | undefined;
  /** Tries again, where fetching failed. */
  error: (() => void) | undefined;
  actions: RuleActions | undefined;
  isActing: boolean;
  onRenew: (rules: readonly IgnoreRule[]) => void;
  onRevoke: (rules: readonly IgnoreRule[]) => void;
  onPeek: (rule: IgnoreRule) => void;
  whenNone: ReactNode;
}

export function RuleList({ rules, error, actions, isActing, onRenew, onRevoke, onPeek, whenNone }: RuleListProps) {
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<Sort>({ column: 'expires', direction: 'ascending' });
  const [from, setFrom] = useState(1);
  const [selection, setSelection] = useState<Selection>(noSelection);
  const columns = useMemo(() => ignoreColumns(actions), [actions]);
  const found = useMemo(() => rules && arrangeRules(rules, typed, sort), [rules, typed, sort]);
  const total = found?.length ?? 0;
  const chosen = found?.filter((rule) => isSelected(selection, getId(rule))) ?? [];
  const isRevoked = chosen.some(({ state }) => state === 'revoked');
  return (
    <div className={s['list']}>
      <DataTable
        label="Ignore rules"
        noun="ignore rules"
        columns={columns}
        rows={error ? [] : found?.slice(from - 1, from - 1 + pageSize)}
        getId={getId}
        getName={getName}
        total={total}
        page={localPage(from, setFrom, total, pageSize)}
        pageSize={5}
        error={error && { message: 'Unable to fetch ignore rules.', onRetry: error }}
        sort={sort}
        onSort={setSort}
        {...(actions && { selection, onSelect: setSelection })}
        bulkActions={
          chosen.length > mostAtOnce ? (
            <span>At most {mostAtOnce} rules at once.</span>
          ) : (
            !isRevoked && (
              <>
                <Button isPending={isActing} onPress={() => onRenew(chosen)}>
                  Renew...
                </Button>
                <Button isPending={isActing} onPress={() => onRevoke(chosen)}>
                  Revoke
                </Button>
              </>
            )
          )
        }
        below={flagOf}
        onOpen={onPeek}
        onPeek={onPeek}
        onClearFilters={typed === '' ? undefined : () => setTyped('')}
        whenNone={whenNone}
      >
        <SearchBar
          label="Find a rule, reason or owner"
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setFrom(1);
          }}
        >
          <div className={c['push']}>
            <Button
              isDisabled={total === 0}
              onPress={() => downloadText('ignore-rules.csv', rowsToCsv(columns, found ?? []))}
            >
              Export CSV
            </Button>
          </div>
        </SearchBar>
      </DataTable>
    </div>
  );
}
