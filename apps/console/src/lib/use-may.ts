import type { Right } from '@patchkeep/contract/rights';
import { mayCall } from '@patchkeep/rules/permissions';
import { useSession } from './use-stores.ts';

/** Whether this user may do what asks for a right; a write that may not be done is not offered. */
export const useMay = (right: Right): boolean => useSession(({ subject }) => mayCall(right, subject));
