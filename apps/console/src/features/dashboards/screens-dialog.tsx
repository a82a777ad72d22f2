import type { Dashboard, DashboardToken } from '@patchkeep/contract/dashboards';
import { dashboardTokens } from '@patchkeep/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dashboardTokensQuery } from './dashboards.queries.ts';
import { screenLink } from './screen-link.ts';
import s from './dashboards.module.css';

/** Screens that show a dashboard of the site without anybody signed in: made, listed, revoked. */
export function ScreensDialog({ dashboard, onClose }: { dashboard: Dashboard; onClose: () => void }) {
  const tokens = useQuery(dashboardTokensQuery);
  const [isMaking, setMaking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const make = useAct(
    (name: string) =>
      call(
        dashboardTokens.create,
        { body: { name, dashboardUuid: dashboard.dashboardUuid } },
        { operation: { verb: 'create', thing: 'dashboard data' } },
      ),
    { touches: ['dashboardToken'] },
  );
  if (link !== null)
    return (
      <Dialog
        title="Link made"
        isOpen
        isDismissable={false}
        actions={
          <Button variant="primary" onPress={() => setLink(null)}>
            I have copied it
          </Button>
        }
      >
        <Banner tone="warning" word="Shown once">
          Open this link on the screen. It cannot be read again; whoever has it sees this dashboard.
        </Banner>
        <p>
          <code className={s['link']}>{link}</code>
        </p>
        <CopyButton text={link} label="Copy link" />
      </Dialog>
    );
  return (
    <Dialog
      title="Wall displays"
      isOpen
      onClose={onClose}
      actions={
        <Button icon={Plus} variant="primary" onPress={() => setMaking(true)}>
          Make a link to “{dashboard.name}”
        </Button>
      }
    >
      <p className="muted">
        A wall display shows one dashboard of this site to everybody who has its link, for 30 days. It can do nothing
        else.
      </p>
      {tokens.data && <ScreenList tokens={tokens.data} />}
      {isMaking && (
        <NameDialog
          title="New wall display"
          verb="Make link"
          defaultName=""
          isPending={make.isPending}
          onClose={() => setMaking(false)}
          onName={(name) =>
            make.mutate(name, {
              onSuccess: ({ accessToken }) => {
                setMaking(false);
                setLink(screenLink(location.origin, accessToken, name));
              },
            })
          }
        />
      )}
    </Dialog>
  );
}

function ScreenList({ tokens }: { tokens: readonly DashboardToken[] }) {
  const now = useNow();
  const revoke = useAct(
    (id: string) =>
      call(dashboardTokens.revoke, { params: { id } }, { operation: { verb: 'remove', thing: 'dashboard data' } }),
    { touches: ['dashboardToken'] },
  );
  if (tokens.length === 0) return <p>No wall display has a link yet.</p>;
  return (
    <div className={s['scroll']}>
      <table className={s['screens']} aria-label="Wall displays">
        <thead>
          <tr>
            {['Wall display', 'Dashboard', 'Made by', 'Last seen', 'Good until', 'Actions'].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.dashboardTokenUuid}>
              <th scope="row">{token.name}</th>
              <td>{token.dashboardName}</td>
              <td>{token.ownerName}</td>
              <td>{token.lastUsed === null ? 'Never' : <RelativeTime at={token.lastUsed} />}</td>
              <td>{stateOf(token, now) ?? <RelativeTime at={token.expires} />}</td>
              <td>
                {stateOf(token, now) === undefined && (
                  <Button
                    size="small"
                    aria-label={`Revoke ${token.name}`}
                    onPress={() => revoke.mutate(token.dashboardTokenUuid)}
                  >
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const stateOf = ({ isRevoked, expires }: DashboardToken, now: Date): string | undefined => {
  if (isRevoked) return 'Revoked';
  return new Date(expires) <= now ? 'Expired' : undefined;
};
