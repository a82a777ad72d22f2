import type { Tag } from '@patchkeep/contract/tags';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Tags from 'lucide-react/icons/tags';
import { useMemo, useState } from 'react';
import { tagsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import type { Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { tagColumns } from './tag-columns.tsx';
import { TagFormDialog } from './tag-form-dialog.tsx';
import { DeleteTagPreview, InspectTagPreview } from './tag-previews.tsx';

const getId = ({ tagUuid }: Tag) => tagUuid;
const getName = ({ tagName }: Tag) => tagName;

type Open = { what: 'form'; tag: Tag | null } | { what: 'delete' | 'inspect'; tag: Tag } | null;

export function TagsScreen() {
  const query = useQuery(tagsQuery);
  const mayChange = useMay('canMakeChanges');
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const close = () => setOpen(null);
  const columns = useMemo(
    () =>
      tagColumns(
        mayChange
          ? {
              onApplications: ({ tagUuid }) => void navigate({ to: '/tags/applications', search: { tagUuid } }),
              onInspect: (tag) => setOpen({ what: 'inspect', tag }),
              onEdit: (tag) => setOpen({ what: 'form', tag }),
              onDelete: (tag) => setOpen({ what: 'delete', tag }),
            }
          : undefined,
      ),
    [mayChange, navigate],
  );
  const rows = useMemo(() => {
    const text = columns.find(({ id }) => id === sort.column)?.text;
    const sign = sort.direction === 'ascending' ? 1 : -1;
    return query.data?.toSorted(
      (a, b) => sign * String(text?.(a) ?? '').localeCompare(String(text?.(b) ?? ''), 'en', { numeric: true }),
    );
  }, [query.data, columns, sort]);
  const newButton = mayChange && (
    <Button variant="primary" icon={Plus} data-act="new-tag" onPress={() => setOpen({ what: 'form', tag: null })}>
      New tag
    </Button>
  );
  const hasTags = rows !== undefined && rows.length > 0;
  return (
    <>
      <PageHead
        title={pages['/tags'].title}
        lead={rows && formatCount(rows.length, 'tag')}
        actions={
          hasTags && (
            <>
              <Button onPress={() => downloadText('tags.csv', rowsToCsv(columns, rows))}>Export CSV</Button>
              {newButton}
            </>
          )
        }
      />
      <DataTable
        label="Tags"
        noun="tags"
        columns={columns}
        rows={query.isError && !rows ? [] : rows}
        getId={getId}
        getName={getName}
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        density="cosy"
        sort={sort}
        onSort={setSort}
        onOpen={({ tagUuid }) => void navigate({ to: '/tags/hosts', search: { tagUuid } })}
        error={
          query.isError && !rows ? { message: 'Unable to fetch tags.', onRetry: () => void query.refetch() } : undefined
        }
        whenNone={
          <EmptyState icon={Tags} title="No tags yet" action={newButton}>
            A host may carry many tags. Use them for what cuts across groups: pilots, kiosks, the night shift. A restart
            tag also says how its hosts are restarted.
          </EmptyState>
        }
      />
      {open?.what === 'form' && <TagFormDialog tag={open.tag} onClose={close} />}
      {open?.what === 'delete' && <DeleteTagPreview tag={open.tag} onClose={close} />}
      {open?.what === 'inspect' && <InspectTagPreview tag={open.tag} onClose={close} />}
    </>
  );
}
