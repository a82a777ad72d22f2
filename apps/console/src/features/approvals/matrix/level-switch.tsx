import type { ApprovalKind } from '@patchkeep/contract/approval-fields';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { FilterMenuButton } from '../../../ui/filter-menu.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import type { Scope } from '../approval-scope.ts';
import s from '../approvals.module.css';

interface LevelSwitchProps {
  scope: Scope;
  kind: ApprovalKind;
}

/** Which level is looked at. The kind goes along; filters stay where they were made. */
export function LevelSwitch({ scope, kind }: LevelSwitchProps) {
  const isSystemAdmin = useSession((session) => session.isSystemAdmin);
  const isAbroad = scope.siteUuid !== undefined;
  const search = kind === 'app' ? {} : { kind };
  return (
    <nav aria-label="Level of approvals" className={s['switch']}>
      <ul>
        {isSystemAdmin && (
          <li>
            <Link
              to="/system-approvals"
              search={search}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={scope.level === 'system' ? 'page' : undefined}
            >
              System
            </Link>
          </li>
        )}
        <li>
          {isAbroad || scope.level === 'system' ? (
            <SiteChoice scope={scope} kind={kind} />
          ) : (
            <Link
              to="/patching/approvals"
              search={search}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={scope.level === 'site' ? 'page' : undefined}
            >
              Site
            </Link>
          )}
        </li>
        {!isAbroad && scope.level !== 'system' && (
          <>
            <li data-current={scope.level === 'group'}>
              <GroupChoice scope={scope} kind={kind} />
            </li>
            <li data-current={scope.level === 'tag'}>
              <TagChoice scope={scope} kind={kind} />
            </li>
          </>
        )}
        {isAbroad && scope.level !== 'site' && (
          <li>
            <span aria-current="page">{scope.name}</span>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** From the system one looks into any site; the tab's own opens its own pages. */
function SiteChoice({ scope, kind }: LevelSwitchProps) {
  const navigate = useNavigate();
  const sites = useSession(({ handshake }) => handshake?.sites ?? noSites);
  const own = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid);
  const chosen = sites.find(({ siteAccountUuid }) => siteAccountUuid === scope.siteUuid);
  return (
    <FilterMenuButton
      label={chosen ? `Site: ${chosen.siteName}` : 'Site'}
      filterLabel="Find a site"
      variant="quiet"
      onAction={(key) =>
        void (key === own
          ? navigate({ to: '/patching/approvals', search: { kind } })
          : navigate({ to: '/system-approvals/site', search: { kind, siteUuid: String(key) } }))
      }
    >
      {sites.map(({ siteAccountUuid, siteName }) => (
        <MenuItem key={siteAccountUuid} id={siteAccountUuid}>
          {siteName}
        </MenuItem>
      ))}
    </FilterMenuButton>
  );
}

const noSites: readonly { siteAccountUuid: string; siteName: string }[] = [];

function GroupChoice({ scope, kind }: LevelSwitchProps) {
  const navigate = useNavigate();
  const scopes = flattenGroups(useQuery(groupsQuery).data ?? []);
  const chosen = scopes.find(({ group }) => group.uuid === scope.scopeUuid);
  return (
    <FilterMenuButton
      label={chosen ? `Group: ${chosen.group.title}` : 'Group'}
      filterLabel="Find a group"
      variant="quiet"
      onAction={(key) => void navigate({ to: '/patching/approvals/group', search: { kind, groupUuid: String(key) } })}
    >
      {scopes.map(({ group, path }) => (
        <MenuItem key={group.uuid} id={group.uuid}>
          {path}
        </MenuItem>
      ))}
    </FilterMenuButton>
  );
}

function TagChoice({ scope, kind }: LevelSwitchProps) {
  const navigate = useNavigate();
  const tags = useQuery(tagsQuery).data ?? [];
  const chosen = tags.find(({ tagUuid }) => tagUuid === scope.scopeUuid);
  return (
    <FilterMenuButton
      label={chosen ? `Tag: ${chosen.tagName}` : 'Tag'}
      filterLabel="Find a tag"
      variant="quiet"
      onAction={(key) => void navigate({ to: '/patching/approvals/tag', search: { kind, tagUuid: String(key) } })}
    >
      {tags.map(({ tagUuid, tagName }) => (
        <MenuItem key={tagUuid} id={tagUuid}>
          {tagName}
        </MenuItem>
      ))}
    </FilterMenuButton>
  );
}

/** Applications or Windows updates; links, so that one can be opened in another tab. */
export function KindSwitch({ kind }: { kind: ApprovalKind }) {
  const labels: Record<ApprovalKind, string> = { app: 'Applications', wua: 'Windows updates' };
  return (
    <nav aria-label="Kind of updates" className={s['switch']}>
      <ul>
        {(['app', 'wua'] as const).map((one) => (
          <li key={one}>
            <Link
              to="."
              search={({ groupUuid, tagUuid, siteUuid }) => ({
                groupUuid,
                tagUuid,
                siteUuid,
                kind: one === 'app' ? undefined : one,
              })}
              activeProps={{}}
              // Applications are the kind that the address does not name: that is no match of every address.
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={one === kind ? 'page' : undefined}
            >
              {labels[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
