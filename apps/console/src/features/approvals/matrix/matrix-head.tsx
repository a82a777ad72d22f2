import { constants } from '@patchkeep/contract/constants';
import type { ViewList } from '@patchkeep/contract/saved-views';
import { Link } from '@tanstack/react-router';
import { ListToolbar, type PresetView } from '../../../acts/views/list-toolbar.tsx';
import { approvalLabels } from '../../../domain/approval-text.ts';
import { fetchAll } from '../../../lib/fetch-all.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { exportRows, type ListFormat } from '../../../ui/table/export/export-rows.ts';
import type { KeptLayout } from '../../../ui/table/layout/use-column-layout.ts';
import { scopeTitle } from '../approval-scope.ts';
import { countOfKind } from '../pending/act-text.ts';
import type { approvalColumns } from './approval-columns.tsx';
import {
  type ApprovalSearch,
  isNarrowed,
  type RawApprovalSearch,
  readApprovalSearch,
  writeApprovalSearch,
} from './approval-search.ts';
import { type ApprovalsRequest, fetchApprovalPage } from './approvals.queries.ts';

type Columns = ReturnType<typeof approvalColumns>;

const viewsOf = (kind: ApprovalSearch['kind']): readonly PresetView<RawApprovalSearch>[] => {
  const ofKind = kind === 'app' ? {} : { kind };
  return [
    { id: 'all', name: kind === 'app' ? 'All applications' : 'All Windows updates', search: ofKind },
    ...(['out-of-date', 'blocked', 'auto', 'disabled'] as const).map((approvalStatus) => ({
      id: approvalStatus,
      name: approvalLabels[approvalStatus],
      search: { ...ofKind, approvalStatus },
    })),
    { id: 'overrides', name: 'Has overrides', search: { ...ofKind, hasOverrides: true } },
    ...(kind === 'app' ? [{ id: 'settings', name: 'Settings needed', search: { needsSettings: true } }] : []),
  ];
};

const exportAll = async (format: ListFormat, request: ApprovalsRequest, columns: Columns): Promise<void> => {
  const all = await fetchAll({ id: 'export-approvals', label: 'Export approvals' }, async (next) => {
    const answer = await fetchApprovalPage(request, { cursor: next, limit: constants.pageSizeMax });
    return { rows: answer.approvals, total: answer.total, nextCursor: answer.nextCursor };
  });
  if (all) exportRows(format, { name: 'approvals', columns, rows: all });
};

interface MatrixHeadProps {
  title: string;
  screen: ViewList;
  request: ApprovalsRequest;
  /** How many rows match; undefined until the first page has come. */
  total: number | undefined;
  search: ApprovalSearch;
  onSearch: (search: ApprovalSearch) => void;
  sort: NonNullable<ApprovalSearch['sort']>;
  columns: Columns;
  layout: KeptLayout;
  onCompare: () => void;
}

/** The head of the matrix: title and number of rows, and the actions on the whole list. */
export function MatrixHead({ title, screen, request, total, search, onSearch, ...list }: MatrixHeadProps) {
  const { scope, kind } = request;
  const { columns, layout, sort, onCompare } = list;
  return (
    <PageHead
      title={title}
      lead={
        <>
          {(scope.level === 'group' || scope.level === 'tag') && <strong>{scopeTitle(scope)} </strong>}
          {total !== undefined && (isNarrowed(search) ? `${formatNumber(total)} match` : countOfKind(total, kind))}
        </>
      }
      actions={
        <>
          {(scope.level === 'site' || scope.level === 'system') && scope.siteUuid === undefined && (
            <Link to="." search={{ view: 'changes' }} className={buttonClass()}>
              Changes
            </Link>
          )}
          {scope.siteUuid === undefined && <Button onPress={onCompare}>Compare</Button>}
          <ListToolbar
            list={screen}
            presets={viewsOf(kind)}
            search={writeApprovalSearch({ ...search, sort })}
            onView={(raw) => onSearch(readApprovalSearch(raw))}
            columns={columns}
            layout={layout}
            exportDetail="All approvals that match"
            onExport={(format) =>
              void exportAll(
                format,
                request,
                columns.filter(({ id }) => !layout.hidden.has(id)),
              )
            }
          />
        </>
      }
    />
  );
}
