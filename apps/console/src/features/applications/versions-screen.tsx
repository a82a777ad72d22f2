import type { ApplicationVersion } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { statusField } from './application-filter-bar.tsx';
import { ApplicationHead, isUnknown, NoApplication } from './application-head.tsx';
import { statusOf } from './application-search.ts';
import { fetchVersionPage, versionPageQuery } from './applications.queries.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { CorrectionsInForce } from './corrections-in-force.tsx';
import type { IgnoreDialogProps } from './ignore-subject.ts';
import { useSublist } from './use-sublist.tsx';
import { versionColumns } from './version-columns.tsx';
import s from './applications.module.css';

export interface VersionsScreenProps {
  applicationId: number | undefined;
  status: VulnerabilityStatus | undefined;
  onStatus: (status: VulnerabilityStatus | undefined) => void;
  IgnoreDialog?: ComponentType<IgnoreDialogProps>;
}

const title = pages['/applications/versions'].title;
const getId = ({ versionId }: ApplicationVersion) => String(versionId);
const getName = ({ version }: ApplicationVersion) => version;
const fields: readonly [FilterField] = [statusField];

export function VersionsScreen({ applicationId, ...props }: VersionsScreenProps) {
  if (applicationId === undefined)
    return <NoApplication title={title}>Choose an application to see its versions.</NoApplication>;
  return <VersionList applicationId={applicationId} {...props} />;
}

function VersionList({
  applicationId,
  status,
  onStatus,
  IgnoreDialog,
}: VersionsScreenProps & { applicationId: number }) {
  const navigate = useNavigate();
  const mayChange = useMay('canMakeChanges');
  const mayCorrect = useMay('isSystemAdmin');
  const [corrected, setCorrected] = useState<ApplicationVersion | null>(null);
  const [ignored, setIgnored] = useState<ApplicationVersion | null>(null);
  const columns = useMemo(
    () =>
      versionColumns(
        mayChange
          ? { onCorrect: mayCorrect ? setCorrected : undefined, onIgnore: IgnoreDialog ? setIgnored : undefined }
          : undefined,
      ),
    [mayChange, mayCorrect, IgnoreDialog],
  );
  const request = { applicationId, ...(status !== undefined && { status }) };
  const paging = usePageCursor(JSON.stringify(request));
  const query = useQuery(versionPageQuery(request, paging.cursor));
  const rows = query.data?.versions;
  const application = query.data?.application;
  const { total, actions, table } = useSublist({
    screen: 'versions',
    noun: 'versions',
    columns,
    query,
    rows,
    paging,
    exportDetail: 'All versions that match',
    fetchPage: async (cursor) => {
      const page = await fetchVersionPage(request, { cursor, limit: constants.pageSizeMax });
      return { rows: page.versions, total: page.total, nextCursor: page.nextCursor };
    },
  });
  if (isUnknown(query.error)) return <NoApplication title={title}>This site has no such application.</NoApplication>;
  return (
    <>
      <ApplicationHead
        title={title}
        application={application}
        lead={formatCount(total, 'version')}
        current="versions"
        actions={actions}
      />
      {application && <CorrectionsInForce applicationId={applicationId} versions={rows ?? []} />}
      <div className={s['sublist']}>
        <DataTable
          label="Versions"
          {...table}
          getId={getId}
          getName={getName}
          pageSize={application ? Math.min(constants.pageSize, Math.max(1, application.versions)) : 10}
          onOpen={({ versionId }) =>
            void navigate({ to: '/applications/versions/issues', search: { applicationId, versionId } })
          }
          onClearFilters={status === undefined ? undefined : () => onStatus(undefined)}
          whenNone={
            <EmptyState title="No version is installed here any more">
              The application was found before, but no host of this site has it now.
            </EmptyState>
          }
        >
          <FilterBar
            fields={fields}
            filters={status === undefined ? [] : [{ field: 'status', op: 'is', values: [status] }]}
            onChange={(filters) => onStatus(statusOf(filters[0]?.values[0]))}
          />
        </DataTable>
      </div>
      {corrected && application && (
        <CorrectionDialog
          subject={{
            versionId: corrected.versionId,
            reportedName: corrected.name,
            reportedPublisher: corrected.publisher,
            applicationName: application.channelTag === null ? null : application.name,
          }}
          onClose={() => setCorrected(null)}
          // What was corrected is no longer here; it is shown where it counts now.
          onCorrected={(target) =>
            void (target === null
              ? navigate({ to: '/applications', search: { q: corrected.name } })
              : navigate({ to: '/applications/versions', search: { applicationId: target } }))
          }
        />
      )}
      {ignored && application && IgnoreDialog && (
        <IgnoreDialog
          subject={{ applicationId, applicationName: application.name, versions: [ignored.version] }}
          onClose={() => setIgnored(null)}
        />
      )}
    </>
  );
}
