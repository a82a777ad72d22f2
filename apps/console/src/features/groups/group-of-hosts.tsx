import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import FolderTree from 'lucide-react/icons/folder-tree';
import { useState } from 'react';
import { groupsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPage } from '../../ui/empty-state.tsx';
import { InspectGroupPreview } from './inspect-group.tsx';

/** The way to the group a list of hosts is about. */
export function GroupNode({ groupUuid }: { groupUuid: string }) {
  const groups = useQuery(groupsQuery).data;
  const node = flattenGroups(groups ?? []).find(({ group }) => group.uuid === groupUuid);
  return node ? <strong>{node.path}</strong> : null;
}

export function InspectGroup({ groupUuid }: { groupUuid: string }) {
  const group = useQuery(groupsQuery).data?.find(({ uuid }) => uuid === groupUuid);
  const [isOpen, setOpen] = useState(false);
  if (!useMay('canMakeChanges') || !group) return null;
  return (
    <>
      <Button
        variant="primary"
        isDisabled={group.totalHostCount === 0}
        data-act={`inspect ${groupUuid}`}
        onPress={() => setOpen(true)}
      >
        Inspect & update group
      </Button>
      {isOpen && <InspectGroupPreview group={group} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A page of a group's hosts or applications without a group in its address. */
export function NoGroupChosen({ title, of = 'hosts' }: { title: string; of?: 'hosts' | 'applications' }) {
  return (
    <EmptyPage
      pageTitle={title}
      icon={FolderTree}
      title="No group chosen"
      action={
        <Link to="/groups" className={buttonClass()}>
          Go to Groups
        </Link>
      }
    >
      Choose a group to see its {of}.
    </EmptyPage>
  );
}
