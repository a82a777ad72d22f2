import { useNavigate, useSearch } from '@tanstack/react-router';
import { decided } from '../../features/approvals/why/why-slots.ts';
import { UpdateHostsScreen } from '../../features/windows-updates/update-hosts-screen.tsx';
import { readArticle, readState } from '../../features/windows-updates/updates-search.ts';
import { ChosenHostsOfPage } from './chosen-hosts.tsx';

export function WindowsUpdateHostsPage() {
  const { kbArticle, state } = useSearch({ from: '/shell/win-updates/hosts' });
  const navigate = useNavigate();
  return (
    <UpdateHostsScreen
      kbArticle={readArticle(kbArticle)}
      state={readState(state)}
      decided={decided}
      Chosen={ChosenHostsOfPage}
      onState={(next) =>
        void navigate({ to: '/win-updates/hosts', search: { kbArticle, ...(next && { state: next }) } })
      }
    />
  );
}
