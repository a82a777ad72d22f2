import { orderKinds } from '@patchkeep/orders/statements';
import type { TaskRow } from '../patching.tables.ts';

/** As orders number their kinds. What stands for the config of the custom software is the channel of the task. */
export const customKind = orderKinds.indexOf('custom');
const removeKind = orderKinds.indexOf('remove-package');

/** Whether it takes something away, and is done when nothing of it is left. */
export const isRemoval = ({ kind, options }: Pick<TaskRow, 'kind' | 'options'>): boolean =>
  kind === removeKind || (kind === customKind && options['action'] === 'remove');
