import { hosts, type HostView } from '@patchkeep/contract/hosts';
import type { Operation } from '@patchkeep/contract/operations';
import { tags } from '@patchkeep/contract/tags';
import { call } from '../../lib/client.ts';
import type { ShownAct } from '../../lib/wide-acts.ts';
import { formatCount } from '../../ui/format.ts';
import type { SelectionBody } from './host-selection.ts';

export type HostAct = 'inspect' | 'enable' | 'disable' | 'trash' | 'restore' | 'accept';

interface ActText {
  /** On the button. */
  label: string;
  /** Before a number of hosts: "Disable 61 hosts". */
  verb: string;
  done: (count: number) => string;
  /** What it means for the hosts, in the preview. */
  effect: string;
  /** What takes it back. */
  inverse?: HostAct;
}

const countOf = (count: number) => formatCount(count, 'host');

export const actText: Record<HostAct, ActText> = {
  inspect: {
    label: 'Inspect & update',
    verb: 'Inspect',
    done: (count) => `Inspection requested on ${countOf(count)}. Each begins at its next check-in.`,
    effect: 'Each host inspects itself at its next check-in, and jobs that wait for it begin.',
  },
  enable: {
    label: 'Enable',
    verb: 'Enable',
    done: (count) => `${countOf(count)} enabled.`,
    effect: 'They get work again from their next check-in.',
    inverse: 'disable',
  },
  disable: {
    label: 'Disable',
    verb: 'Disable',
    done: (count) => `${countOf(count)} disabled.`,
    effect: 'They stay listed under Disabled, and get no work until they are enabled.',
    inverse: 'enable',
  },
  trash: {
    label: 'Move to trash',
    verb: 'Move to trash:',
    done: (count) => `${countOf(count)} moved to trash.`,
    effect: 'They count no more and get no work. They can be restored until the trash is emptied.',
    inverse: 'restore',
  },
  restore: {
    label: 'Restore',
    verb: 'Restore',
    done: (count) => `${countOf(count)} restored.`,
    effect: 'They are back where they were, with their group and tags.',
    inverse: 'trash',
  },
  accept: {
    label: 'Accept',
    verb: 'Accept',
    done: (count) => `${countOf(count)} accepted.`,
    effect: 'They become hosts of this site and get work from their next check-in. A quarantine is lifted.',
  },
};

/** What can be done in each view: the first few are buttons, the rest a menu. */
export const actsOf: Record<HostView, { first: readonly HostAct[]; more: readonly HostAct[] }> = {
  active: { first: ['inspect'], more: ['disable', 'trash'] },
  dormant: { first: ['inspect'], more: ['disable', 'trash'] },
  disabled: { first: ['enable'], more: ['trash'] },
  pending: { first: ['accept'], more: ['trash'] },
  trash: { first: ['restore'], more: [] },
  // They stand in several views, each with acts of its own.
  licensed: { first: [], more: ['trash'] },
};

/** Groups and tags mean nothing to hosts that are not at work. */
export const canSort = (view: HostView): boolean => view !== 'trash' && view !== 'pending' && view !== 'licensed';

const operations: Record<HostAct, Operation> = {
  inspect: { verb: 'request', thing: 'inspections' },
  enable: { verb: 'update', thing: 'hosts' },
  disable: { verb: 'disable', thing: 'hosts' },
  trash: { verb: 'move', thing: 'hosts to trash' },
  restore: { verb: 'restore', thing: 'hosts' },
  accept: { verb: 'approve', thing: 'hosts' },
};

export const runAct = (act: HostAct, body: SelectionBody, shown?: ShownAct) => {
  const options = { operation: operations[act], shown };
  return act === 'inspect' ? call(hosts.inspect, { body }, options) : call(hosts[act], { body }, options);
};

export const moveHosts = (selection: SelectionBody, groupUuid: string | null, shown?: ShownAct) =>
  call(hosts.move, { body: { selection, groupUuid } }, { operation: { verb: 'move', thing: 'hosts' }, shown });

export const tagHosts = (
  selection: SelectionBody,
  change: { addTags: string[]; removeTags: string[] },
  shown?: ShownAct,
) =>
  call(
    tags.changeHosts,
    { body: { hosts: selection, ...change, response: 'hosts' } },
    { operation: { verb: 'update', thing: 'tags' }, shown },
  );

export const emptyTrash = (expectedCount: number, reason: string) =>
  call(
    hosts.emptyTrash,
    { body: { expectedCount, reason } },
    { operation: { verb: 'empty', thing: 'trash' }, shown: { hosts: expectedCount, isFinal: true } },
  );
