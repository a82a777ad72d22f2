import { type ApiToken, apiTokens } from '@patchkeep/contract/api-tokens';
import { publicBase } from '@patchkeep/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import Braces from 'lucide-react/icons/braces';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { PreviewPanel } from '../../../ui/preview-panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { apiTokenColumns } from './api-token-columns.tsx';
import { ApiTokenDialog } from './api-token-dialog.tsx';
import { apiTokensQuery } from './api-tokens.queries.ts';
import s from '../configuration.module.css';

const getId = ({ apiTokenUuid }: ApiToken) => apiTokenUuid;
const getName = ({ name }: ApiToken) => name;

export function ApiTokensSection() {
  const mayManage = useMay('canManageApiTokens');
  return (
    <section className={s['section']} aria-labelledby="api-tokens">
      {mayManage ? (
        <ApiTokenList />
      ) : (
        <>
          <h2 id="api-tokens">API tokens</h2>
          <EmptyState icon={Braces} title="For administrators of the site">
            Somebody who administers this site can make API tokens.
          </EmptyState>
        </>
      )}
    </section>
  );
}

function ApiTokenList() {
  const tokens = useQuery(apiTokensQuery);
  const now = useNow();
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiToken | null>(null);
  const isSystemAdmin = useMay('isSystemAdmin');
  const columns = useMemo(() => apiTokenColumns(now, isSystemAdmin, setEnding), [now, isSystemAdmin]);
  return (
    <>
      <div className={s['sectionHead']}>
        <h2 id="api-tokens">API tokens</h2>
        {tokens.data && <span className="muted">{formatCount(tokens.data.length, 'token')}</span>}
        <div className={s['push']}>
          <Button variant="primary" icon={Plus} onPress={() => setMaking(true)}>
            New API token
          </Button>
        </div>
      </div>
      <p className="muted">
        A program that shows an API token acts for the token’s owner, in this site or, with a token for all sites, in
        the one it names, with no more rights than the owner has at that moment. It cannot manage users, sites or
        tokens, nor confirm a change.{' '}
        <a href={`${publicBase}/docs`} target="_blank" rel="noreferrer">
          API reference
        </a>
      </p>
      <DataTable
        label="API tokens"
        noun="API tokens"
        columns={columns}
        rows={tokens.data}
        getId={getId}
        getName={getName}
        total={tokens.data?.length ?? 0}
        page={{ from: 1 }}
        pageSize={5}
        error={
          tokens.isError && !tokens.data
            ? { message: 'Unable to fetch API tokens.', onRetry: () => void tokens.refetch() }
            : undefined
        }
        whenNone={
          <EmptyState icon={Braces} title="No API tokens yet">
            Make one for a program that reads or changes this site.
          </EmptyState>
        }
      />
      {isMaking && <ApiTokenDialog onClose={() => setMaking(false)} />}
      {ending && <RevokeApiToken token={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function RevokeApiToken({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useAct(
    (reason: string) =>
      call(
        apiTokens.revoke,
        { params: { id: token.apiTokenUuid }, query: { reason } },
        { operation: { verb: 'remove', thing: 'API tokens' } },
      ),
    { touches: ['apiToken'] },
  );
  return (
    <PreviewPanel
      title={`Revoke "${token.name}"`}
      tier={2}
      isOpen
      isPending={revoke.isPending}
      verb="Revoke"
      noun="token"
      affected={1}
      confirmWord={token.name}
      affectedDetail={`of ${token.ownerName}`}
      facts={[
        { term: 'Last used', detail: token.lastUsed === null ? 'Never' : <RelativeTime at={token.lastUsed} /> },
        { term: 'Programs that use it', detail: 'Are refused within a second. This cannot be undone.' },
      ]}
      onCancel={onClose}
      onConfirm={(reason) =>
        revoke.mutate(reason, {
          onSuccess: () => {
            onClose();
            notify({ tone: 'success', text: `API token "${token.name}" revoked.` });
          },
        })
      }
    />
  );
}
