import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

/** Every tone has a sign and a word, because colour alone must not carry it. */
export const tones: Record<Tone, { icon: LucideIcon; word: string }> = {
  info: { icon: Info, word: 'Note' },
  success: { icon: CircleCheck, word: 'Done' },
  warning: { icon: TriangleAlert, word: 'Warning' },
  danger: { icon: CircleX, word: 'Error' },
};
