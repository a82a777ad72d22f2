import { type Tag, tagKind } from '@patchkeep/contract/tags';
import { Link } from '@tanstack/react-router';
import { restartSentence } from '../../domain/restart-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { MenuItem, RowMenu } from '../../ui/menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import { KindBadge } from './kind-badge.tsx';
import { kindText } from './tag-text.ts';

export interface TagRowActs {
  onApplications: (tag: Tag) => void;
  onInspect: (tag: Tag) => void;
  onEdit: (tag: Tag) => void;
  onDelete: (tag: Tag) => void;
}

export const tagColumns = (acts: TagRowActs | undefined): readonly Column<Tag>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 176,
    isRowHeader: true,
    isSortable: true,
    cell: ({ tagUuid, tagName }) => (
      <Link to="/tags/hosts" search={{ tagUuid }} className="plain-link">
        {tagName}
      </Link>
    ),
    text: ({ tagName }) => tagName,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 136,
    isSortable: true,
    cell: (tag) => <KindBadge kind={tag.tagKind} />,
    text: (tag) => kindText[tag.tagKind],
  },
  {
    id: 'hosts',
    header: 'Hosts',
    width: 80,
    align: 'end',
    isSortable: true,
    cell: ({ hostCount }) => formatNumber(hostCount),
    text: ({ hostCount }) => hostCount,
  },
  {
    id: 'restart',
    header: 'Restart settings',
    width: 500,
    cell: ({ restartSettings }) => (restartSettings ? restartSentence(restartSettings) : ''),
    text: ({ restartSettings }) => (restartSettings ? restartSentence(restartSettings) : ''),
  },
  ...(acts ? [actionColumn(acts)] : []),
];

const actionColumn = (acts: TagRowActs): Column<Tag> => ({
  id: 'act',
  header: 'Actions',
  width: 92,
  align: 'end',
  cell: (tag) => {
    const isOurs = tag.tagKind !== tagKind.AzureGroupTag;
    return (
      <RowMenu name={tag.tagName}>
        <MenuItem id="applications" onAction={() => acts.onApplications(tag)}>
          Applications
        </MenuItem>
        <MenuItem id="inspect" isDisabled={tag.hostCount === 0} onAction={() => acts.onInspect(tag)}>
          Inspect & update
        </MenuItem>
        <MenuItem
          id="edit"
          isDisabled={!isOurs}
          detail={isOurs ? undefined : 'The directory decides'}
          onAction={() => acts.onEdit(tag)}
        >
          Edit...
        </MenuItem>
        <MenuItem id="delete" tone="danger" onAction={() => acts.onDelete(tag)}>
          Delete...
        </MenuItem>
      </RowMenu>
    );
  },
});
