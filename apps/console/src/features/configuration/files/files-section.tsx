import type { ListedResource } from '@patchkeep/contract/resources';
import { useQuery } from '@tanstack/react-query';
import Files from 'lucide-react/icons/files';
import { useMemo, useState } from 'react';
import { useAct } from '../../../lib/use-act.ts';
import { useMay } from '../../../lib/use-may.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { PreviewPanel } from '../../../ui/preview-panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { fileColumns } from './file-columns.tsx';
import { filesQuery, removeFile } from './files.queries.ts';
import c from '../configuration.module.css';

const getId = ({ siteResourceTag }: ListedResource) => siteResourceTag;
const getName = ({ filename }: ListedResource) => filename;

/** The files that were uploaded for custom update settings, what uses them, and the room that they take. */
export function FilesSection() {
  const mayLook = useMay('canViewPatching');
  const mayRemove = useMay('canDecideUpdates');
  const files = useQuery({ ...filesQuery, enabled: mayLook });
  const [removing, setRemoving] = useState<ListedResource | null>(null);
  const act = useAct(removeFile, { touches: ['resource'] });
  const remove = ({ siteResourceTag, filename }: ListedResource) => {
    const onSuccess = () => {
      setRemoving(null);
      notify({ tone: 'success', text: `"${filename}" removed.` });
    };
    act.mutate(siteResourceTag, { onSuccess });
  };
  const columns = useMemo(() => fileColumns(mayRemove ? setRemoving : undefined), [mayRemove]);
  const rows = mayLook ? files.data?.siteResources : [];
  return (
    <section className={c['section']} aria-labelledby="files">
      <div className={c['sectionHead']}>
        <h2 id="files">Files</h2>
        {files.data && (
          <span className="muted">
            {formatBytes(files.data.bytes)} of {formatBytes(files.data.bytesMost)} that this site may bring
          </span>
        )}
      </div>
      <p className="muted">
        What was uploaded for custom update settings. A file that no settings use any more still takes room until it is
        removed.
      </p>
      <DataTable
        label="Files"
        noun="files"
        columns={columns}
        rows={files.isError && !rows ? [] : rows}
        getId={getId}
        getName={getName}
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        pageSize={8}
        error={
          files.isError && !files.data
            ? { message: 'Unable to fetch files.', onRetry: () => void files.refetch() }
            : undefined
        }
        whenNone={
          <EmptyState icon={Files} title={mayLook ? 'No files' : 'Not for you to see'}>
            {mayLook
              ? 'Files are uploaded where custom settings of an application ask for them, such as an installer or a transform.'
              : 'Who may see patching on this site may see its files.'}
          </EmptyState>
        }
      />
      {removing && (
        <PreviewPanel
          title={`Remove "${removing.filename}"`}
          tier={1}
          isOpen
          isPending={act.isPending}
          hasReason={false}
          verb="Remove"
          noun="file"
          affected={1}
          affectedDetail={formatBytes(removing.size)}
          facts={[
            { term: 'Hosts', detail: 'Nothing changes on them: no settings use the file.' },
            { term: 'The way back', detail: 'Upload it again. Earlier decisions that are restored ask for it.' },
          ]}
          onCancel={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        />
      )}
    </section>
  );
}
