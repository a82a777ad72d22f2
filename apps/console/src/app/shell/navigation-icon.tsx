import type { PagePath } from '@patchkeep/rules/pages';
import type { LucideIcon } from 'lucide-react';
import AppWindow from 'lucide-react/icons/app-window';
import BadgeCheck from 'lucide-react/icons/badge-check';
import FileChartColumn from 'lucide-react/icons/file-chart-column';
import FileText from 'lucide-react/icons/file-text';
import FolderTree from 'lucide-react/icons/folder-tree';
import History from 'lucide-react/icons/history';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListChecks from 'lucide-react/icons/list-checks';
import Monitor from 'lucide-react/icons/monitor';
import Package from 'lucide-react/icons/package';
import PackageOpen from 'lucide-react/icons/package-open';
import PackagePlus from 'lucide-react/icons/package-plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Tags from 'lucide-react/icons/tags';
import UserSearch from 'lucide-react/icons/user-search';

const icons: Partial<Record<PagePath, LucideIcon>> = {
  '/dashboard': LayoutDashboard,
  '/applications': AppWindow,
  '/vulnerabilities': ShieldAlert,
  '/win-updates': RefreshCw,
  '/hosts': Monitor,
  '/groups': FolderTree,
  '/tags': Tags,
  '/report': FileChartColumn,
  '/patching/approvals': BadgeCheck,
  '/patching/activity': History,
  '/patching/packages': Package,
  '/deployment/create-job': PackagePlus,
  '/deployment/custom-create-job': PackageOpen,
  '/deployment/jobs': ListChecks,
  '/deployment/activity': ScrollText,
  '/patchpro': SlidersHorizontal,
  '/user-activity': UserSearch,
  '/configuration': Settings,
  '/system-dashboard': LayoutDashboard,
  '/system-approvals': ShieldCheck,
  '/system-activity': ScrollText,
};

export function NavigationIcon({ path, size }: { path: PagePath; size: number }) {
  const Icon = icons[path] ?? FileText;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
