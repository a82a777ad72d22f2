import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CorrectionDialog } from '../../features/applications/correction-dialog.tsx';
import { WhyPanel } from '../../features/approvals/why/why-panel.tsx';
import { type WhyTarget, useHostPolicy } from '../../features/approvals/why/why-policy.tsx';
import { IgnoreDialog } from '../../features/configuration/ignore-rules/ignore-dialog.tsx';
import { HostScreen } from '../../features/hosts/host-screen.tsx';
import { HostTasksTab, useOpenTasks } from '../../features/patching/host-tasks-tab.tsx';
import {
  HostRestartBadge,
  RestartHostButton,
  RestartNotice,
  RestartTab,
} from '../../features/restarts/host-restart.tsx';
import { HostUpdatesTab } from '../../features/results/host-updates-tab.tsx';
import { readResultSearch, type ResultSearch, writeResultSearch } from '../../features/results/result-options.ts';
import { ResultsTab } from '../../features/results/results-tab.tsx';
import { fullResultsQuery } from '../../features/results/results.queries.ts';
import { StatusLead } from '../../features/results/status-lead.tsx';
import { useMay } from '../../lib/use-may.ts';

const dialogs = { Ignore: IgnoreDialog, Correct: CorrectionDialog };

/** One host: what is wrong with it first, then what is known of it. */
export function HostResultsPage() {
  const { hostUuid, tab, ...raw } = useSearch({ from: '/shell/hosts/host-results' });
  const navigate = useNavigate();
  const search = readResultSearch(raw);
  const full = useQuery({ ...fullResultsQuery(hostUuid ?? '', search.options), enabled: hostUuid !== undefined });
  const { data } = full;
  const [whyTarget, setWhyTarget] = useState<WhyTarget | null>(null);
  const policy = useHostPolicy(hostUuid, setWhyTarget);
  const maySeeTasks = useMay('canViewPatching');
  const openTasks = useOpenTasks(hostUuid, maySeeTasks);
  const go = (next: ResultSearch, to: string | undefined) =>
    void navigate({
      to: '/hosts/host-results',
      search: { hostUuid, ...(to !== undefined && { tab: to }), ...writeResultSearch(next) },
      replace: true,
    });
  return (
    <>
      <HostScreen
        hostUuid={hostUuid}
        tab={tab}
        onTab={(to) => go(search, to)}
        restart={{
          notice: <RestartNotice hostUuid={hostUuid} />,
          Button: RestartHostButton,
        }}
        results={{
          lead: (
            <>
              {data && <StatusLead split={data.split} />}
              <HostRestartBadge hostUuid={hostUuid} />
            </>
          ),
          tabs: [
            {
              id: 'applications',
              label: 'Applications',
              ...(data && { count: Object.values(data.split).reduce((sum, count) => sum + count, 0) }),
              content: (
                <ResultsTab
                  full={full}
                  search={search}
                  onSearch={(next) => go(next, tab)}
                  policy={policy}
                  dialogs={dialogs}
                />
              ),
            },
            {
              id: 'updates',
              label: 'Windows updates',
              // Of a host that has said nothing yet, none is not the number.
              ...(data?.winUpdatesReported && { count: data.winUpdates.length }),
              content: <HostUpdatesTab full={full} policy={policy} />,
            },
            ...(maySeeTasks && hostUuid !== undefined
              ? [
                  {
                    id: 'tasks',
                    label: 'Tasks',
                    ...(openTasks !== undefined && { count: openTasks }),
                    content: <HostTasksTab hostUuid={hostUuid} />,
                  },
                ]
              : []),
            ...(hostUuid === undefined
              ? []
              : [{ id: 'restart', label: 'Restart', content: <RestartTab hostUuid={hostUuid} /> }]),
          ],
        }}
      />
      {whyTarget && hostUuid !== undefined && (
        <WhyPanel
          key={JSON.stringify(whyTarget.subject)}
          hostUuid={hostUuid}
          {...whyTarget}
          onClose={() => setWhyTarget(null)}
        />
      )}
    </>
  );
}
