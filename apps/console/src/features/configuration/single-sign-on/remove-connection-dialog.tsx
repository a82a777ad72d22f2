import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { removalQuery, removing } from './single-sign-on.queries.ts';
import s from './single-sign-on.module.css';

interface RemoveConnectionDialogProps {
  connection: SsoConnection;
  onClose: () => void;
}

/** Says what happens to users before it happens. */
export function RemoveConnectionDialog({ connection, onClose }: RemoveConnectionDialogProps) {
  const { connectionUuid: id, name } = connection;
  const { data, isError } = useQuery(removalQuery(id));
  const remove = useAct(() => call(singleSignOn.removeConnection, { params: { id } }, removing), {
    touches: ['singleSignOn', 'user'],
  });
  return (
    <ActDialog
      title={`Remove ${name}`}
      verb="Remove"
      isDanger
      isDisabled={!data}
      isPending={remove.isPending}
      onClose={onClose}
      onAct={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify({ tone: 'success', text: `${name} is removed.` });
          },
        })
      }
    >
      {!data && !isError && <Spinner isBlock />}
      {isError && <Banner tone="danger">Unable to fetch configuration.</Banner>}
      {data && (
        <div className={s['mappings']}>
          <p>
            {data.userCount === 0
              ? 'Nobody has signed in by it.'
              : `${formatCount(data.userCount, 'user')} known by it. Sessions made through it end at once.`}
          </p>
          {data.membershipCount > 0 && (
            <p>Rights from its groups end: {formatCount(data.membershipCount, 'membership')}.</p>
          )}
          {data.lockedOutCount > 0 && (
            <>
              <p>Then without a way to sign in, because they have no password:</p>
              <ul>
                {data.lockedOut.map(({ username, longName }) => (
                  <li key={username}>
                    {longName} <span className="muted">{username}</span>
                  </li>
                ))}
              </ul>
              {data.lockedOutCount > data.lockedOut.length && (
                <p>And {formatCount(data.lockedOutCount - data.lockedOut.length, 'more user')}.</p>
              )}
            </>
          )}
        </div>
      )}
    </ActDialog>
  );
}
