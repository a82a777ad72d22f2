import Monitor from 'lucide-react/icons/monitor';
import Settings from 'lucide-react/icons/settings';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { ApprovalBadge, ResultBadge, StatusBadge } from '../domain/product-badges.tsx';
import { WarningBadge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { Button, IconButton, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterMenuButton } from '../ui/filter-menu.tsx';
import { MenuButton, MenuItem, MenuSection } from '../ui/menu.tsx';
import { notify } from '../ui/notify.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Hint } from '../ui/tooltip.tsx';
import g from './gallery.module.css';

const statuses = ['Ok', 'EoL', 'Insecure', '0-Day', 'Dormant', 'Disabled', 'Not in catalogue'] as const;
const approvals = ['Auto', 'Up to date', 'Out of date', 'Blocked', 'No Default'] as const;
const results = [
  'Pending',
  'Applying',
  'Updated',
  'Reboot Required',
  'App Restart Required',
  'Disk Full',
  'Pending User Login',
  'Superseded',
  'Conflict',
  'Rejected',
  'Failed',
  'Tentative',
] as const;
const sites = ['Contoso DK', 'Contoso NO', 'Contoso SE', 'Fabrikam', 'Northwind Traders', 'Tailspin Toys', 'Wingtip'];

export function Buttons() {
  return (
    <div className={g['card']}>
      <h3>Buttons and menus</h3>
      <div className={g['row']}>
        <Button variant="primary">Approve 14 updates</Button>
        <Button>Inspect</Button>
        <Button variant="quiet">Skip</Button>
        <Button variant="danger" icon={Trash2}>
          Delete 3 hosts
        </Button>
        <Button isDisabled>Not allowed</Button>
        <Button isPending>Saving</Button>
        <Button size="small">Small</Button>
        <LinkButton href="#hosts" icon={Monitor}>
          Open hosts
        </LinkButton>
        <IconButton icon={Settings} label="Settings" />
        <IconButton icon={Settings} label="Settings, small" size="small" variant="plain" />
      </div>
      <div className={g['row']}>
        <MenuButton label="Ana Lund" icon={UserRound} variant="quiet">
          <MenuSection title="System">
            <MenuItem id="sites">Sites</MenuItem>
            <MenuItem id="support" detail="Contact and documents">
              Support
            </MenuItem>
          </MenuSection>
          <MenuSection title="Account">
            <MenuItem id="account" icon={Settings}>
              Account configuration
            </MenuItem>
          </MenuSection>
          <MenuSection aria-label="Logout">
            <MenuItem id="logout" trailing="Ctrl Q">
              Logout
            </MenuItem>
          </MenuSection>
        </MenuButton>
        <FilterMenuButton label="Site: Contoso DK" filterLabel="Find a site">
          {sites.map((site, index) => (
            <MenuItem key={site} id={site} trailing={`${(index + 1) * 131} hosts`}>
              {site}
            </MenuItem>
          ))}
        </FilterMenuButton>
        <Button onPress={() => notify({ tone: 'success', text: 'Tag Pilot added to 2 hosts.', undo: () => undefined })}>
          Show a notice
        </Button>
        <Button onPress={() => notify({ tone: 'danger', text: 'The export failed: the server did not answer.' })}>
          Show an error
        </Button>
        <span>
          Worst status is <Hint text="The worst category of any application on the host">Insecure</Hint>
        </span>
      </div>
    </div>
  );
}

export function Badges() {
  return (
    <div className={g['card']}>
      <h3>Badges</h3>
      <div className={g['row']}>
        {statuses.map((status, index) => (
          <StatusBadge key={status} status={status} count={index > 0 && index < 4 ? index * 1204 : undefined} />
        ))}
        <WarningBadge>Disabled</WarningBadge>
      </div>
      <div className={g['row']}>
        {approvals.map((approval) => (
          <ApprovalBadge key={approval} approval={approval} />
        ))}
      </div>
      <div className={g['row']}>
        {approvals.map((approval) => (
          <ApprovalBadge key={approval} approval={approval} isInherited />
        ))}
      </div>
      <div className={g['row']}>
        {results.map((result) => (
          <ResultBadge key={result} result={result} />
        ))}
      </div>
    </div>
  );
}

export function Messages() {
  const [isShown, setShown] = useState(true);
  return (
    <div className={g['stack']}>
      <Banner tone="info" action={{ label: 'Cancel request', onPress: () => undefined }}>
        Restart required by 3 updates. Requested 11:40 by ana@, forced after 16:00 host time.
      </Banner>
      <Banner tone="success">Approved on 412 hosts.</Banner>
      {isShown && (
        <Banner tone="warning" word="TEST" onDismiss={() => setShown(false)}>
          This is a test environment.
        </Banner>
      )}
      <Banner tone="danger" action={{ label: 'Try again', onPress: () => undefined }}>
        The hosts could not be loaded. Please wait a minute and then try again.
      </Banner>
    </div>
  );
}

export function Navigation() {
  const [tab, setTab] = useState<'apps' | 'updates' | 'tasks'>('apps');
  return (
    <div className={g['card']}>
      <Breadcrumbs
        crumbs={[
          { label: 'Applications', href: '#applications' },
          { label: 'Google Chrome', href: '#chrome' },
          { label: '124.0.6367.60', href: '#version' },
          { label: 'CVE-2026-1111' },
        ]}
      />
      <Tabs
        label="Host"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'apps', label: 'Applications', count: 143, content: <Spinner isBlock /> },
          { id: 'updates', label: 'Windows updates', count: 7, content: <EmptyState title="No updates are missing" /> },
          { id: 'tasks', label: 'Tasks', isDisabled: true, content: null },
        ]}
      />
    </div>
  );
}
