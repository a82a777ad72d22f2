import { pages } from '@patchkeep/rules/pages';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import Bell from 'lucide-react/icons/bell';
import Braces from 'lucide-react/icons/braces';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Cloud from 'lucide-react/icons/cloud';
import EyeOff from 'lucide-react/icons/eye-off';
import Files from 'lucide-react/icons/files';
import Gauge from 'lucide-react/icons/gauge';
import KeyRound from 'lucide-react/icons/key-round';
import LogIn from 'lucide-react/icons/log-in';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Rss from 'lucide-react/icons/rss';
import UserCheck from 'lucide-react/icons/user-check';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { AgentsSection } from './agents-section.tsx';
import { AlertsSection } from './alerts/alerts-section.tsx';
import { ApiTokensSection } from './api-tokens/api-tokens-section.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { builtSections, configurationSections, type ConfigurationTab } from './configuration-sections.ts';
import { FeedsSection } from './feeds/feeds-section.tsx';
import { FilesSection } from './files/files-section.tsx';
import { IgnoreRulesSection } from './ignore-rules/ignore-rules-section.tsx';
import { InstallTokensSection } from './install-tokens-section.tsx';
import { LaterSection } from './later-section.tsx';
import { PatchingSection } from './patching-section.tsx';
import { RestartsSection } from './restarts-section.tsx';
import { SingleSignOnSection } from './single-sign-on/single-sign-on-section.tsx';
import s from './configuration.module.css';

/** What the address says, and what other parts of the console know how to set. */
interface Given {
  view: string | undefined;
  fourEyes: ReactNode;
}

interface Section {
  tab: ConfigurationTab;
  icon: LucideIcon;
  content: (given: Given) => ReactNode;
}

const sections: readonly [Section, ...Section[]] = [
  { tab: 'agents', icon: CalendarClock, content: () => <AgentsSection /> },
  { tab: 'patching', icon: Gauge, content: () => <PatchingSection /> },
  { tab: 'restarts', icon: RotateCw, content: () => <RestartsSection /> },
  { tab: 'install-tokens', icon: KeyRound, content: () => <InstallTokensSection /> },
  { tab: 'api-tokens', icon: Braces, content: () => <ApiTokensSection /> },
  {
    tab: 'ignore-rules',
    icon: EyeOff,
    content: ({ view }) => <IgnoreRulesSection view={view} />,
  },
  {
    tab: 'approvals',
    icon: UserCheck,
    content: ({ fourEyes }) => <ApprovalsSection>{fourEyes}</ApprovalsSection>,
  },
  { tab: 'alerts', icon: Bell, content: () => <AlertsSection /> },
  { tab: 'files', icon: Files, content: () => <FilesSection /> },
  { tab: 'feeds', icon: Rss, content: () => <FeedsSection /> },
  { tab: 'single-sign-on', icon: LogIn, content: () => <SingleSignOnSection /> },
  {
    tab: 'azure-integration',
    icon: Cloud,
    content: () => (
      <LaterSection
        label={configurationSections['azure-integration']}
        icon={Cloud}
        title="No directory is connected"
        text="Groups of your directory will become tags here."
      />
    ),
  },
];

/** One section at a time; which one stands in the address. */
export function ConfigurationScreen({ tab, ...given }: Given & { tab: string | undefined }) {
  const current = sections.find((section) => section.tab === tab) ?? sections[0];
  const listed = sections.filter((section) => builtSections.includes(section.tab) || section === current);
  return (
    <>
      <PageHead title={pages['/configuration'].title} />
      <div className={s['layout']}>
        <nav aria-label="Sections of the configuration" className={s['sections']}>
          <ul>
            {listed.map(({ tab: to, icon: Icon }) => (
              <li key={to}>
                <Link
                  to="/configuration"
                  search={{ tab: to }}
                  activeProps={{}}
                  aria-current={to === current.tab ? 'page' : undefined}
                >
                  <Icon size={16} aria-hidden />
                  {configurationSections[to]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {current.content(given)}
      </div>
    </>
  );
}
