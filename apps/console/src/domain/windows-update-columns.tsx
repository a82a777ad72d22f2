import type { FoundUpdate } from '@patchkeep/contract/windows-updates';
import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/table/column.ts';
import { ResultBadge } from './product-badges.tsx';

/** Names the row by its article, and leads to the hosts that miss the update. */
export const articleColumn = <Row extends Pick<FoundUpdate, 'kbArticle'>>(width: number): Column<Row> => ({
  id: 'kbArticle',
  header: 'KB',
  width,
  isRowHeader: true,
  cell: ({ kbArticle }) => (
    <Link to="/win-updates/hosts" search={{ kbArticle }} className="plain-link">
      {kbArticle}
    </Link>
  ),
  text: ({ kbArticle }) => kbArticle,
});

type Facts = Pick<FoundUpdate, 'title' | 'classification' | 'severity' | 'released'>;

/** What an update is, alike wherever updates are listed. */
export const updateFactColumns = <Row extends Facts>(widths: Record<keyof Facts, number>): Column<Row>[] => [
  {
    id: 'title',
    header: 'Title',
    width: widths.title,
    isName: true,
    cell: ({ title }) => title,
    text: ({ title }) => title,
  },
  {
    id: 'classification',
    header: 'Classification',
    width: widths.classification,
    cell: ({ classification }) => classification || '—',
    text: ({ classification }) => classification,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: widths.severity,
    cell: ({ severity }) => severity || '—',
    text: ({ severity }) => severity,
  },
  {
    id: 'released',
    header: 'Released',
    width: widths.released,
    cell: ({ released }) => released ?? '—',
    text: ({ released }) => released,
  },
];

/** Whether a host misses an update, or only waits for a restart to have it. */
export const updateStateColumn = <Row extends Pick<FoundUpdate, 'state'>>(width: number): Column<Row> => ({
  id: 'state',
  isStatus: true,
  header: 'State',
  width,
  cell: ({ state }) =>
    state === 'pending' ? (
      <ResultBadge result="Pending" />
    ) : (
      <Badge tone="eol" icon={CircleAlert}>
        Missing
      </Badge>
    ),
  text: ({ state }) => (state === 'pending' ? 'Pending' : 'Missing'),
});

export const restartText = (isRequired: boolean | null): string =>
  isRequired === null ? 'Not known' : isRequired ? 'Needed' : 'Not needed';
