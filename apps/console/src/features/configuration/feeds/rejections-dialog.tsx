import { constants } from '@patchkeep/contract/constants';
import type { Answer } from '@patchkeep/contract/endpoint';
import type { FeedInfo, feeds } from '@patchkeep/contract/feeds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { queryState } from '../../../ui/table/query-state.ts';
import { rejectionsQuery } from './feeds.queries.ts';

type Rejection = Answer<typeof feeds.rejections>['rejections'][number];

const columns: readonly Column<Rejection>[] = [
  {
    id: 'record',
    header: 'Record',
    width: 176,
    isRowHeader: true,
    cell: ({ record }) => record,
    text: ({ record }) => record,
  },
  { id: 'reason', header: 'Reason', width: 320, cell: ({ reason }) => reason, text: ({ reason }) => reason },
  { id: 'file', header: 'File', width: 160, isHiddenAtFirst: true, cell: ({ file }) => file, text: ({ file }) => file },
];
const getId = ({ file, record, reason }: Rejection) => `${file} ${record} ${reason}`;
const getName = ({ record }: Rejection) => record;

/** The records that could not be read, each with its reason: nothing is dropped in silence. */
export function RejectionsDialog({ feed, onClose }: { feed: FeedInfo; onClose: () => void }) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const query = useQuery(rejectionsQuery(feed.feed, cursors.at(-1)));
  const next = query.data?.nextCursor;
  return (
    <Dialog
      title={`Rejected records: ${feed.title}`}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <DataTable
        label="Rejected records"
        noun="records"
        columns={columns}
        {...queryState(query, query.data?.rejections, 'Unable to fetch configuration.')}
        getId={getId}
        getName={getName}
        total={query.data?.total ?? 0}
        page={{
          from: cursors.length * constants.pageSize + 1,
          onNext: typeof next === 'string' ? () => setCursors([...cursors, next]) : undefined,
          onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
        }}
        pageSize={5}
      />
    </Dialog>
  );
}
