import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { unableTo } from '@patchkeep/contract/operations';
import { useQuery } from '@tanstack/react-query';
import FileBox from 'lucide-react/icons/file-box';
import { type ReactNode, useMemo, useState } from 'react';
import { useCustomListQuery } from '../../../acts/custom-software/custom-software.queries.ts';
import { customAction } from '../../../acts/jobs/job-draft.ts';
import { useBeginJob } from '../../../acts/jobs/use-begin-job.ts';
import { useMay } from '../../../lib/use-may.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { queryState } from '../../../ui/table/query-state.ts';
import { pageOfWhole } from '../../../ui/table/whole-list.ts';
import { EditorDialog } from '../editor/editor-dialog.tsx';
import { SignCustomDialog } from '../signing/sign-custom-dialog.tsx';
import type { CustomActs } from './custom-acts.ts';
import { customColumns } from './custom-columns.tsx';
import { CustomPanel } from './custom-panel.tsx';
import { RemoveCustomDialog } from './remove-custom-dialog.tsx';

const getId = ({ customDeploymentConfigUuid }: CustomConfig) => customDeploymentConfigUuid;
const getName = ({ title }: CustomConfig) => title;

type Shown = 'sign' | 'edit' | 'remove';

interface CustomListProps {
  /** Said where there is nothing yet. */
  whenNone: ReactNode;
  isAdding: boolean;
  onAdded: () => void;
}

/** The custom software of the site, with all that can be done with each. */
export function CustomList({ whenNone, isAdding, onAdded }: CustomListProps) {
  const query = useQuery(useCustomListQuery());
  const mayWrite = useMay('canWriteCustomDeployments');
  const mayDeploy = useMay('canDeploySoftware');
  const beginJob = useBeginJob();
  const [from, setFrom] = useState(1);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ what: Shown; config: CustomConfig } | null>(null);
  const acts = useMemo((): CustomActs => {
    const show = (what: Shown) => (mayWrite ? (config: CustomConfig) => setDialog({ what, config }) : undefined);
    return {
      onOpen: (config) => setOpenedId(getId(config)),
      onSign: show('sign'),
      onEdit: show('edit'),
      onRemove: show('remove'),
      onDeploy: mayDeploy
        ? (config, isRemoval) =>
            beginJob({ actions: [customAction({ uuid: getId(config), title: config.title, isRemoval })] })
        : undefined,
    };
  }, [mayWrite, mayDeploy, beginJob]);
  const columns = useMemo(() => customColumns(acts), [acts]);
  const { rows, total, page } = pageOfWhole(query.data, from, setFrom);
  const opened = query.data?.find((config) => getId(config) === openedId);
  const close = () => setDialog(null);
  return (
    <>
      <DataTable
        label="Custom software"
        noun="custom software"
        density="cosy"
        columns={columns}
        {...queryState(query, rows, unableTo({ verb: 'fetch', thing: 'custom deployment configs' }))}
        getId={getId}
        getName={getName}
        total={total}
        page={page}
        onOpen={acts.onOpen}
        onPeek={acts.onOpen}
        whenNone={
          <EmptyState icon={FileBox} title="No custom software yet">
            {whenNone}
          </EmptyState>
        }
      />
      {opened && <CustomPanel key={getId(opened)} config={opened} acts={acts} onClose={() => setOpenedId(null)} />}
      {isAdding && <EditorDialog config={null} onClose={onAdded} />}
      {dialog?.what === 'sign' && <SignCustomDialog config={dialog.config} onClose={close} />}
      {dialog?.what === 'edit' && <EditorDialog config={dialog.config} onClose={close} />}
      {dialog?.what === 'remove' && <RemoveCustomDialog config={dialog.config} onClose={close} />}
    </>
  );
}
