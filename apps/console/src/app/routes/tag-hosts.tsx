import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { HostList } from '../../features/hosts/host-list.tsx';
import { readHostSearch, writeHostSearch } from '../../features/hosts/host-search.ts';
import { RestartButton } from '../../features/restarts/restart-button.tsx';
import { RestartDialog } from '../../features/restarts/restart-dialog.tsx';
import { InspectTag, NoTagChosen, TagName } from '../../features/tags/tag-of-hosts.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** The hosts that carry one tag. */
export function TagHostsPage() {
  const { tagUuid, ...search } = useSearch({ from: '/shell/tags/hosts' });
  const navigate = useNavigate();
  const { title } = pages['/tags/hosts'];
  if (tagUuid === undefined) return <NoTagChosen title={title} />;
  return (
    <HostList
      title={title}
      lead={<TagName tagUuid={tagUuid} />}
      search={readHostSearch(search)}
      onSearch={(next) => void navigate({ to: '/tags/hosts', search: { ...writeHostSearch(next), tagUuid } })}
      fixed={{ tagUuid }}
      Restart={RestartDialog}
      action={
        <>
          <Link to="/tags/applications" search={{ tagUuid }} className={buttonClass()}>
            Applications
          </Link>
          <RestartButton title="Restart the hosts of this tag" targets={{ tagUuid: [tagUuid] }} />
          <InspectTag tagUuid={tagUuid} />
        </>
      }
    />
  );
}
