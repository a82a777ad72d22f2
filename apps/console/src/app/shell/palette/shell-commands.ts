import { themes } from '@patchkeep/contract/session';
import { navigation } from '@patchkeep/rules/navigation';
import { can, type Subject } from '@patchkeep/rules/permissions';
import { siteSwitcher, userMenu } from '@patchkeep/rules/user-menu';
import { useRouter } from '@tanstack/react-router';
import { builtSections, configurationSections } from '../../../features/configuration/configuration-sections.ts';
import { preferences } from '../../../lib/client.ts';
import { themeNames } from '../../../lib/preferences/theme-names.ts';
import { goTo } from '../../../lib/shortcuts.ts';
import { useSession } from '../../../lib/use-stores.ts';
import type { StaticPath } from '../page-links.ts';
import { useSwitchSite } from '../use-switch-site.ts';
import { actCommands } from './act-commands.ts';
import type { Command } from './commands.ts';

/** Pages by their path that the rules do not list: a part of another page. */
const partsOf = (subject: Subject): { label: string; path: StaticPath; search: Record<string, string> }[] => [
  ...(can('canViewResults', subject)
    ? builtSections.map((tab) => ({
        label: `Configuration: ${configurationSections[tab]}`,
        path: '/configuration' as const,
        search: { tab },
      }))
    : []),
  ...(can('canViewPatching', subject)
    ? [{ label: 'Approvals: Changes', path: '/patching/approvals' as const, search: { view: 'changes' } }]
    : []),
];

const keysTo = new Map(Object.entries(goTo).map(([letter, path]) => [path, `g ${letter}`]));

/** What the shell itself brings to the palette: the pages one may open, what one may do, the other sites, the themes. */
export const useShellCommands = (openHelp: () => void): Command[] => {
  const subject = useSession((session) => session.subject);
  const handshake = useSession((session) => session.handshake);
  const router = useRouter();
  const choose = useSwitchSite();
  if (!subject || !handshake) return [];
  const menu = userMenu(subject, handshake.sites, handshake.mayEnterCustomers);
  const isBuilt = (path: string) =>
    router.routesByPath[path as keyof typeof router.routesByPath]?.options.staticData?.isLater !== true;
  const entries = [
    ...navigation(subject).flatMap(({ items }) => items.filter(({ isDisabled }) => !isDisabled)),
    ...menu.system,
    ...menu.account,
    ...partsOf(subject),
  ].filter(({ path }) => isBuilt(path));
  const pages = entries.map((entry): Command => {
    const { path, label } = entry;
    const search = 'search' in entry ? entry.search : undefined;
    const keys = path === '/logout' || search !== undefined ? undefined : keysTo.get(path);
    return {
      id: `page ${label}`,
      label,
      section: 'Pages',
      ...(keys !== undefined && { keys }),
      run: () => void router.navigate({ to: path, search: search ?? {} }),
    };
  });
  const sites = siteSwitcher(handshake.currentSite, handshake.sites)?.others ?? [];
  return [
    ...pages,
    ...actCommands(subject, router.navigate),
    ...sites.map((site): Command => ({
      id: `site ${site.siteAccountUuid}`,
      label: site.siteName,
      section: 'Sites',
      keywords: 'switch',
      run: () => choose(site.siteAccountUuid),
    })),
    ...themes.map((theme): Command => ({
      id: `theme ${theme}`,
      label: `Theme: ${themeNames[theme]}`,
      section: 'Commands',
      keywords: 'appearance colours',
      run: () => preferences.setTheme(theme),
    })),
    { id: 'rail', label: 'Fold or unfold the navigation', section: 'Commands', run: preferences.toggleRail },
    { id: 'help', label: 'Keyboard shortcuts', section: 'Commands', keys: '?', run: openHelp },
    {
      id: 'logout',
      label: 'Logout',
      section: 'Commands',
      keywords: 'sign out',
      run: () => void router.navigate({ to: '/logout' }),
    },
  ];
};
