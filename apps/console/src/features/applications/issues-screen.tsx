import type { Issue } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ComponentType, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { ExportMenu } from '../../ui/table/export-menu.tsx';
import { useHiddenColumns } from '../../ui/table/use-hidden-columns.ts';
import { usePlace } from '../../ui/table/use-place.ts';
import { notJudgedRules } from '../../ui/vulnerability-badge.tsx';
import { fetchAll } from '../../lib/fetch-all.ts';
import { useMay } from '../../lib/use-may.ts';
import { ApplicationHead, isUnknown, NoApplication } from './application-head.tsx';
import s from './applications.module.css';
import { fetchIssuePage, issuePageQuery } from './applications.queries.ts';
import type { IgnoreDialogProps } from './ignore-subject.ts';
import { issueColumns } from './issue-columns.tsx';

export interface IssuesScreenProps {
  applicationId: number | undefined;
  /** Without one, the issues of all versions that are installed. */
  versionId: number | undefined;
  IgnoreDialog?: ComponentType<IgnoreDialogProps>;
}

const title = pages['/applications/versions/issues'].title;
const getId = ({ cveId }: Issue) => cveId;

export function IssuesScreen({ applicationId, ...props }: IssuesScreenProps) {
  if (applicationId === undefined)
    return <NoApplication title={title}>Choose an application to see the issues of its versions.</NoApplication>;
  return <IssueList applicationId={applicationId} {...props} />;
}

function IssueList({ applicationId, versionId, IgnoreDialog }: IssuesScreenProps & { applicationId: number }) {
  const navigate = useNavigate();
  const mayChange = useMay('canMakeChanges');
  const [ignored, setIgnored] = useState<Issue | null>(null);
  const asked = useMemo(
    () => ({ applicationId, ...(versionId !== undefined && { versionId }) }),
    [applicationId, versionId],
  );
  const columns = useMemo(
    () => issueColumns(asked, mayChange && IgnoreDialog ? setIgnored : undefined),
    [asked, mayChange, IgnoreDialog],
  );
  const hidden = useHiddenColumns('issues', columns);
  const place = usePlace(JSON.stringify(asked));
  const query = useQuery(issuePageQuery(asked, place.cursor));
  const rows = query.data?.issues;
  const total = query.data?.total ?? 0;
  const { application, version } = query.data ?? {};
  const notJudged = version?.notJudged ?? (application?.channelTag === null ? 'unknown' : null);
  const exportAll = async () => {
    const all = await fetchAll({ id: 'export-issues', label: 'Export issues' }, async (cursor) => {
      const page = await fetchIssuePage(asked, { cursor, limit: constants.pageSizeMax });
      return { rows: page.issues, total: page.total, nextCursor: page.nextCursor };
    });
    const shown = columns.filter(({ id }) => !hidden.hidden.has(id));
    if (all) downloadText('issues.csv', rowsToCsv(shown, all));
  };
  if (isUnknown(query.error))
    return <NoApplication title={title}>This site has no such application or version.</NoApplication>;
  return (
    <>
      <ApplicationHead
        title={title}
        application={application}
        part={version && <strong> {version.version}</strong>}
        lead={
          <>
            {formatCount(total, 'issue')}
            {version ? (
              <>
                {' · '}
                <Link to="/applications/hosts" search={asked}>
                  {formatCount(version.hosts, 'host')}
                </Link>
                {version.fixedVersion !== null && ` · fixed in ${version.fixedVersion}`}
              </>
            ) : (
              ' in the versions installed'
            )}
          </>
        }
        current="issues"
        actions={
          <>
            <ColumnChooser columns={columns} {...hidden} />
            <ExportMenu
              formats={[{ id: 'csv', label: 'CSV', detail: 'All issues' }]}
              onExport={() => void exportAll()}
            />
          </>
        }
      />
      <div className={s['sublist']}>
        <DataTable
          label="Issues"
          noun="issues"
          columns={columns}
          hidden={hidden.hidden}
          rows={query.isError && !rows ? [] : rows}
          getId={getId}
          getName={getId}
          total={total}
          page={place.page(query.data?.nextCursor, query.isPlaceholderData)}
          pageSize={10}
          isRefreshing={query.isPlaceholderData}
          error={
            query.isError && !rows
              ? { message: 'Unable to fetch issues.', onRetry: () => void query.refetch() }
              : undefined
          }
          onOpen={({ cveId }) =>
            void navigate({ to: '/applications/versions/issues/cve/$cveId', params: { cveId }, search: asked })
          }
          whenNone={
            notJudged === null ? (
              <EmptyState icon={ShieldCheck} title="No known vulnerability">
                No record of the feeds touches what is installed here.
              </EmptyState>
            ) : (
              <EmptyState icon={CircleDashed} title="Not judged">
                {notJudgedRules[notJudged]}
                {notJudged === 'unknown' && ' You can say which application it is on the Versions page.'}
              </EmptyState>
            )
          }
        />
      </div>
      {ignored && application && IgnoreDialog && (
        <IgnoreDialog
          subject={{
            applicationId,
            applicationName: application.name,
            ...(version && { versions: [version.version] }),
            cveIds: [ignored.cveId],
          }}
          onClose={() => setIgnored(null)}
        />
      )}
    </>
  );
}
