import type { ComponentProps } from 'react';
import type { ChosenHostsSlot } from '../../domain/chosen-hosts-slot.ts';
import { ChosenHosts } from '../../features/hosts/chosen-hosts.tsx';
import { RestartDialog } from '../../features/restarts/restart-dialog.tsx';

/** What can be done with ticked hosts on pages of other features. */
export function ChosenHostsOfPage(props: ComponentProps<ChosenHostsSlot>) {
  return <ChosenHosts {...props} Restart={RestartDialog} />;
}
