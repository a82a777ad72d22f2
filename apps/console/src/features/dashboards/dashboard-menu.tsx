import { type DashboardConfig, defaultDashboardUuid } from '@patchkeep/contract/dashboard-config';
import type { Dashboard } from '@patchkeep/contract/dashboards';
import { useRouter } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy-plus';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { MenuButton, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { useMay } from '../../lib/use-may.ts';
import { NameDialog } from './name-dialog.tsx';
import { dashboardHref, type Scope } from './scope.ts';
import { ScreensDialog } from './screens-dialog.tsx';
import { useDashboardActs } from './use-dashboard-acts.ts';

export interface DashboardMenuProps {
  scope: Scope;
  list: readonly Dashboard[];
  dashboard: Dashboard;
  /** As it stands on screen: what a copy of it begins with. */
  config: DashboardConfig;
}

/** The dashboards there are, and what can be done with the one on screen. */
export function DashboardMenu({ scope, list, dashboard, config }: DashboardMenuProps) {
  const [open, setOpen] = useState<'copy' | 'rename' | 'remove' | 'screens' | null>(null);
  const router = useRouter();
  const maySave = useMay(scope.canSave);
  const mayShow = useMay('canManageApiTokens') && scope.id === 'site';
  const acts = useDashboardActs(scope, dashboard);
  const isBuiltIn = dashboard.dashboardUuid === defaultDashboardUuid;
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
              Show on a screen...
            </MenuItem>
          )}
        </MenuSection>
      </MenuButton>
      {open === 'copy' && (
        <NameDialog
          title="New dashboard"
          verb="Save"
          defaultName=""
          isPending={acts.create.isPending}
          onClose={close}
          onName={(name) =>
            acts.create.mutate(
              { name, config, isDefault: false },
              {
                onSuccess: (made) => {
                  close();
                  goTo(made.dashboardUuid);
                },
              },
            )
          }
        />
      )}
      {open === 'rename' && (
        <NameDialog
          title="Rename the dashboard"
          verb="Rename"
          defaultName={dashboard.name}
          isPending={acts.rename.isPending}
          onClose={close}
          onName={(name) => acts.rename.mutate(name, { onSuccess: close })}
        />
      )}
      {open === 'remove' && (
        <PreviewPanel
          title={`Delete "${dashboard.name}"`}
          tier={2}
          isOpen
          isPending={acts.remove.isPending}
          verb="Delete"
          noun="dashboard"
          affected={1}
          confirmWord={dashboard.name}
          facts={[{ term: 'Own layouts of it', detail: 'Go with it, and screens that show it go dark.' }]}
          onCancel={close}
          onConfirm={() =>
            acts.remove.mutate(null, {
              onSuccess: () => {
                close();
                goTo();
                notify({ tone: 'success', text: `Dashboard "${dashboard.name}" deleted.` });
              },
            })
          }
        />
      )}
      {open === 'screens' && <ScreensDialog dashboard={dashboard} onClose={close} />}
    </>
  );
}
