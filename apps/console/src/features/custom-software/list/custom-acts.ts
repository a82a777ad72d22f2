import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { maySign } from '../custom-text.ts';

type Act = (config: CustomConfig) => void;

/** What can be done with custom software; absent is what this user may not do. */
export interface CustomActs {
  onOpen: Act;
  onSign: Act | undefined;
  onEdit: Act | undefined;
  onRemove: Act | undefined;
  /** Begins a job: to install it, or to remove it from hosts. */
  onDeploy: ((config: CustomConfig, isRemoval: boolean) => void) | undefined;
}

export interface OfferedAct {
  id: string;
  label: string;
  onAct: () => void;
  isDanger?: boolean;
}

/** Those that make sense as it stands, the next one first. */
export const actsOn = (config: CustomConfig, acts: CustomActs): OfferedAct[] => {
  const { onOpen, onSign, onEdit, onRemove, onDeploy } = acts;
  const isVouched = config.state === 'vouched';
  const isRemovable = config.taskSpec.removeArguments !== null;
  return [
    ...(onDeploy && isVouched ? [{ id: 'deploy', label: 'Deploy', onAct: () => onDeploy(config, false) }] : []),
    ...(onDeploy && isVouched && isRemovable
      ? [{ id: 'remove-from-hosts', label: 'Remove from hosts', onAct: () => onDeploy(config, true) }]
      : []),
    ...(onSign && maySign(config) ? [{ id: 'sign', label: 'Sign...', onAct: () => onSign(config) }] : []),
    { id: 'details', label: 'Details', onAct: () => onOpen(config) },
    ...(onEdit ? [{ id: 'edit', label: 'Edit...', onAct: () => onEdit(config) }] : []),
    ...(onRemove ? [{ id: 'delete', label: 'Delete...', onAct: () => onRemove(config), isDanger: true }] : []),
  ];
};
