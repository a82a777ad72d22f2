import { type DashboardConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { Dashboard } from '@patchkeep/contract/dashboards';
import { useRouter } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy-plus';
import History from 'lucide-react/icons/history';
import ListChecks from 'lucide-react/icons/list-checks';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { yesterday } from '../../domain/past-day.ts';
import { useMay } from '../../lib/use-may.ts';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { MenuButton, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dashboardHref, type Scope } from './scope.ts';
import { ScreensDialog } from './screens-dialog.tsx';
import { useDashboardActs } from './use-dashboard-acts.ts';

export interface DashboardMenuProps {
  scope: Scope;
  list: readonly Dashboard[];
  dashboard: Dashboard;
  /** As it stands on screen: what a copy of it begins with. */
  config: DashboardConfig;
  onFirstSteps: (() => void) | undefined;
}

type OpenDialog = 'copy' | 'rename' | 'remove' | 'screens';

/** The dashboards there are, and what can be done with the one on screen. */
export function DashboardMenu({ scope, list, dashboard, config, onFirstSteps }: DashboardMenuProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const router = useRouter();
  const maySave = useMay(scope.canSave);
  const mayShow = useMay('canManageApiTokens') && scope.id === 'site';
  const acts = useDashboardActs(scope, dashboard);
  const isBuiltIn = dashboard.dashboardUuid === defaultDashboardUuid;
  const now = useNow();
  const chosen = dashboard.isDefault ? {} : { dashboardUuid: dashboard.dashboardUuid };
  const close = () => setOpen(null);
  const goTo = (dashboardUuid?: string) =>
    void router.navigate({ to: scope.path, search: dashboardUuid === undefined ? {} : { dashboardUuid } });
  return (
    <>
      <MenuButton label={dashboard.name}>
        <MenuSection title="Dashboards">
          {list.map(({ dashboardUuid, name, isDefault }) => (
            <MenuItem
              key={dashboardUuid}
              href={dashboardHref(scope, isDefault ? {} : { dashboardUuid })}
              trailing={isDefault ? 'Default' : undefined}
            >
              {name}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection title="This one">
          {dashboard.isPersonal && (
            <MenuItem icon={RotateCcw} onAction={() => acts.reset.mutate(null)}>
              Go back to everybody’s layout
            </MenuItem>
          )}
          {maySave && (
            <>
              <MenuItem icon={Copy} onAction={() => setOpen('copy')}>
                Save as a new one...
              </MenuItem>
              {!isBuiltIn && (
                <>
                  <MenuItem icon={Pencil} onAction={() => setOpen('rename')}>
                    Rename...
                  </MenuItem>
                  {!dashboard.isDefault && (
                    <MenuItem icon={Star} onAction={() => acts.makeDefault.mutate(null)}>
                      Make it the default
                    </MenuItem>
                  )}
                  <MenuItem icon={Trash2} tone="danger" onAction={() => setOpen('remove')}>
                    Delete...
                  </MenuItem>
                </>
              )}
            </>
          )}
          {mayShow && (
            <MenuItem icon={MonitorPlay} onAction={() => setOpen('screens')}>
              Show on a wall display...
            </MenuItem>
          )}
        </MenuSection>
        <MenuSection title="Time">
          <MenuItem icon={History} href={dashboardHref(scope, { ...chosen, asOf: yesterday(now) })}>
            Look at a past day
          </MenuItem>
        </MenuSection>
        {onFirstSteps && (
          <MenuSection title="This site">
            <MenuItem icon={ListChecks} onAction={onFirstSteps}>
              First steps
            </MenuItem>
          </MenuSection>
        )}
      </MenuButton>
      {open && <MenuDialog {...{ open, dashboard, config, acts, goTo }} onClose={close} />}
    </>
  );
}

interface MenuDialogProps extends Pick<DashboardMenuProps, 'dashboard' | 'config'> {
  open: OpenDialog;
  acts: ReturnType<typeof useDashboardActs>;
  /** To another dashboard, or to the default one. */
  goTo: (dashboardUuid?: string) => void;
  onClose: () => void;
}

function MenuDialog({ open, dashboard, config, acts, goTo, onClose }: MenuDialogProps) {
  if (open === 'screens') return <ScreensDialog dashboard={dashboard} onClose={onClose} />;
  if (open === 'copy')
    return (
      <NameDialog
        title="New dashboard"
        verb="Save"
        defaultName=""
        isPending={acts.create.isPending}
        onClose={onClose}
        onName={(name) =>
          acts.create.mutate(
            { name, config, isDefault: false },
            {
              onSuccess: (made) => {
                onClose();
                goTo(made.dashboardUuid);
              },
            },
          )
        }
      />
    );
  if (open === 'rename')
    return (
      <NameDialog
        title="Rename the dashboard"
        verb="Rename"
        defaultName={dashboard.name}
        isPending={acts.rename.isPending}
        onClose={onClose}
        onName={(name) => acts.rename.mutate(name, { onSuccess: onClose })}
      />
    );
  return (
    <PreviewPanel
      title={`Delete "${dashboard.name}"`}
      tier={2}
      isOpen
      isPending={acts.remove.isPending}
      verb="Delete"
      noun="dashboard"
      affected={1}
      confirmWord={dashboard.name}
      facts={[{ term: 'Own layouts of it', detail: 'Go with it, and wall displays that show it go dark.' }]}
      onCancel={onClose}
      onConfirm={() =>
        acts.remove.mutate(null, {
          onSuccess: () => {
            onClose();
            goTo();
            notify({ tone: 'success', text: `Dashboard "${dashboard.name}" deleted.` });
          },
        })
      }
    />
  );
}
