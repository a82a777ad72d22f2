import { linuxOs } from './linux/linux-os.ts';
import type { Os } from './os.ts';
import { windowsOs } from './windows/windows-os.ts';

/** The system this process runs on. `root` is where the inspected Linux begins, as for a chroot. */
export const thisOs = ({ root = '/', scratch }: { root?: string | undefined; scratch: string }): Os =>
  process.platform === 'win32' ? windowsOs({ scratch }) : linuxOs({ root });
