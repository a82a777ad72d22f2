import { rolePreset } from '@patchkeep/contract/rights';
import { type RoleMapping, singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { saving } from './single-sign-on.queries.ts';
import s from './single-sign-on.module.css';

const roles = ['Read-Only', 'Read & Write', 'Administer'] as const;
type Role = (typeof roles)[number];
const roleOptions = roles.map((role) => ({ value: role, label: role }));
const roleOf = (bits: number): Role => roles.find((role) => rolePreset[role] === bits) ?? 'Read-Only';

interface Draft {
  key: number;
  group: string;
  site: string;
  role: Role;
}

interface MappingsDialogProps {
  connection: SsoConnection;
  onClose: () => void;
}

/** Which group gives which rights in which site; all of them are saved at once. */
export function MappingsDialog({ connection, onClose }: MappingsDialogProps) {
  const sites = useSession(({ handshake }) => handshake?.sites) ?? [];
  const siteOptions = sites.map(({ siteAccountUuid, siteName }) => ({ value: siteAccountUuid, label: siteName }));
  const empty = (key: number): Draft => ({ key, group: '', site: sites[0]?.siteAccountUuid ?? '', role: 'Read-Only' });
  const [rows, setRows] = useState<readonly Draft[]>(() =>
    connection.mappings.length === 0
      ? [empty(0)]
      : connection.mappings.map(({ group, siteAccountUuid, sitePermissions }, key) => ({
          key,
          group,
          site: siteAccountUuid,
          role: roleOf(sitePermissions),
        })),
  );
  const [next, setNext] = useState(rows.length);
  const [refusal, setRefusal] = useState<string>();
  const save = useAct(
    (mappings: RoleMapping[]) =>
      call(
        singleSignOn.saveMappings,
        { params: { id: connection.connectionUuid }, body: { serialNumber: connection.serialNumber, mappings } },
        saving,
      ),
    { touches: ['singleSignOn'], onRefused: setRefusal },
  );
  const change = (key: number, part: Partial<Draft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const filled = rows.filter(({ group }) => group.trim() !== '');
  return (
    <ActDialog
      title={`Groups of ${connection.name}`}
      verb="Save"
      isPending={save.isPending}
      onClose={onClose}
      onAct={() => {
        setRefusal(undefined);
        save.mutate(
          filled.map(({ group, site, role }) => ({
            group: group.trim(),
            siteAccountUuid: site,
            sitePermissions: rolePreset[role],
          })),
          { onSuccess: onClose },
        );
      }}
    >
      <div className={s['groups']}>
        <p>
          Write a group as the identity provider does in the {connection.kind === 'saml' ? 'attribute' : 'claim'}{' '}
          <code>{connection.groupsClaim}</code>; some send an id instead of a name. Rights of several groups add up. Who
          is in no listed group does not get in.
        </p>
        {refusal !== undefined && <Banner tone="danger">{refusal}.</Banner>}
        <ul className={s['rows']}>
          {rows.map(({ key, group, site, role }, place) => (
            <li key={key} className={s['row']}>
              <TextField label="Group" value={group} onChange={(value) => change(key, { group: value })} />
              <Select
                label="Site"
                options={siteOptions}
                value={site}
                onChange={(value) => change(key, { site: value })}
              />
              <Select
                label="Rights"
                options={roleOptions}
                value={role}
                onChange={(value) => change(key, { role: value })}
              />
              <IconButton
                icon={Trash2}
                label={`Take row ${place + 1} away`}
                onPress={() => setRows(rows.filter((row) => row.key !== key))}
              />
            </li>
          ))}
        </ul>
        <div>
          <Button
            icon={Plus}
            onPress={() => {
              setRows([...rows, empty(next)]);
              setNext(next + 1);
            }}
          >
            Add row
          </Button>
        </div>
      </div>
    </ActDialog>
  );
}
