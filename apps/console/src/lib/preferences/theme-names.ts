import type { Theme } from './preferences.ts';

export const themeNames: Record<Theme, string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  hc: 'High contrast',
};
