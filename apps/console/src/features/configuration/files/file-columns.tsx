import type { ListedResource } from '@patchkeep/contract/resources';
import { uploadWords } from '../../../acts/uploads/upload-words.ts';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import l from '../../../ui/cell-lines.module.css';

const usedText = ({ isUsed }: ListedResource): string => (isUsed ? 'Custom settings' : 'Nothing');
const stateText = (file: ListedResource): string => uploadWords(file).text;

export const fileColumns = (onRemove: ((file: ListedResource) => void) | undefined): Column<ListedResource>[] => [
  {
    id: 'file',
    header: 'File',
    width: 172,
    isRowHeader: true,
    cell: ({ filename }) => filename,
    text: ({ filename }) => filename,
  },
  {
    id: 'size',
    header: 'Size',
    width: 80,
    align: 'end',
    cell: ({ size }) => formatBytes(size),
    text: ({ size }) => size,
  },
  {
    id: 'state',
    header: 'State',
    isStatus: true,
    width: 180,
    cell: (file) => <span className={l['sentence']}>{stateText(file)}</span>,
    text: stateText,
  },
  { id: 'used', header: 'Used by', width: 124, cell: usedText, text: usedText },
  {
    id: 'uploaded',
    header: 'Uploaded',
    width: 92,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
  ...(onRemove
    ? [
        {
          id: 'act',
          header: 'Actions',
          width: 116,
          align: 'end' as const,
          cell: (file: ListedResource) =>
            file.isUsed ? null : (
              <Button size="small" onPress={() => onRemove(file)} aria-label={`Remove ${file.filename}`}>
                Remove...
              </Button>
            ),
        },
      ]
    : []),
];
