import { configuration } from '@patchkeep/contract/configuration';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { call } from '../../lib/client.ts';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useNow } from '../../ui/use-now.ts';
import { installTokensQuery } from './configuration.queries.ts';
import { tokenColumns, type TokenRow } from './token-columns.tsx';
import { TokenDialog } from './token-dialog.tsx';
import s from './configuration.module.css';

const getId = ({ installTokenUuid }: TokenRow) => installTokenUuid;
const getName = ({ name }: TokenRow) => name;

const useTokenRows = (): TokenRow[] | undefined => {
  const tokens = useQuery(installTokensQuery).data;
  const groups = useQuery(groupsQuery).data;
  const tags = useQuery(tagsQuery).data;
  return useMemo(() => {
    const paths = new Map(flattenGroups(groups ?? []).map(({ group, path }) => [group.uuid, path]));
    const names = new Map(tags?.map(({ tagUuid, tagName }) => [tagUuid, tagName]));
    return tokens?.map((token) => ({
      ...token,
      groupPath: token.groupUuid === null ? '' : (paths.get(token.groupUuid) ?? ''),
      tagNames: token.tagUuids.flatMap((id) => names.get(id) ?? []).join(', '),
    }));
  }, [tokens, groups, tags]);
};

export function InstallTokensSection() {
  const tokens = useQuery(installTokensQuery);
  const rows = useTokenRows();
  const now = useNow();
  const mayChange = useMay('canMakeChanges');
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<TokenRow | null>(null);
  const revoke = useAct(
    (id: string) =>
      call(
        configuration.revokeInstallToken,
        { params: { id } },
        { operation: { verb: 'remove', thing: 'configuration' } },
      ),
    { touches: ['installToken'] },
  );
  const columns = useMemo(() => tokenColumns(now, mayChange ? setEnding : undefined), [now, mayChange]);
  const makeButton = mayChange && (
    <Button variant="primary" icon={Plus} data-act="new-install-token" onPress={() => setMaking(true)}>
      New install token
    </Button>
  );
  return (
    <section className={s['section']} aria-labelledby="install-tokens">
      <div className={s['sectionHead']}>
        <h2 id="install-tokens">Install tokens</h2>
        {rows && <span className="muted">{formatCount(rows.length, 'token')}</span>}
        <div className={s['push']}>{makeButton}</div>
      </div>
      <p className="muted">
        An agent shows an install token once, to join this site. A token that is revoked lets nobody in any more; hosts
        that used it stay.
      </p>
      <DataTable
        label="Install tokens"
        noun="install tokens"
        columns={columns}
        rows={rows}
        getId={getId}
        getName={getName}
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        pageSize={5}
        error={
          tokens.isError && !rows
            ? { message: 'Unable to fetch configuration.', onRetry: () => void tokens.refetch() }
            : undefined
        }
        whenNone={
          <EmptyState icon={KeyRound} title="No install tokens yet">
            {mayChange ? 'Make one to bring in hosts.' : 'Somebody with write access can make one.'}
          </EmptyState>
        }
      />
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
      {ending && (
        <PreviewPanel
          title={`Revoke "${ending.name}"`}
          tier={1}
          isOpen
          isPending={revoke.isPending}
          hasReason={false}
          verb="Revoke"
          noun="token"
          affected={1}
          affectedDetail={`used by ${formatCount(ending.usedCount, 'host')} so far`}
          facts={[
            { term: 'Hosts that used it', detail: 'Stay as they are and keep checking in.' },
            { term: 'Hosts yet to come', detail: 'Are refused with this token from now on. This cannot be undone.' },
          ]}
          onCancel={() => setEnding(null)}
          onConfirm={() =>
            revoke.mutate(ending.installTokenUuid, {
              onSuccess: () => {
                setEnding(null);
                notify({ tone: 'success', text: `Install token "${ending.name}" revoked.` });
              },
            })
          }
        />
      )}
    </section>
  );
}
