import { orderKinds } from '@patchkeep/orders/statements';
import { systemPackageKind } from './system-package.rules.ts';
import { windowsUpdateKind } from './windows-update.rules.ts';

/** The kinds of tasks that update an application. */
export const applicationUpdateKinds: readonly number[] = [orderKinds.indexOf('upgrade-package'), systemPackageKind];

/** The kinds that count as updates, when they are verified and when they fail; installing something new and removing are none. */
export const updateKinds: readonly number[] = [...applicationUpdateKinds, windowsUpdateKind];
